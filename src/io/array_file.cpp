#include "remo/io/array_file.hpp"

#include <algorithm>

#include "hdf5/attributes.hpp"
#include "hdf5/file.hpp"
#include "hdf5/space.hpp"
#include "hdf5/text.hpp"
#include "remo/base/format.hpp"

namespace remo::io {

namespace {

using hdf5::check;
using hdf5::check_input;
using hdf5::Handle;

constexpr hsize_t chunk_elements = 16384;

// Files are little-endian wherever they are written.
template <class T>
struct Types;
template <>
struct Types<std::uint8_t> {
    static hid_t file() { return H5T_STD_U8LE; }
    static hid_t memory() { return H5T_NATIVE_UINT8; }
};
template <>
struct Types<std::int32_t> {
    static hid_t file() { return H5T_STD_I32LE; }
    static hid_t memory() { return H5T_NATIVE_INT32; }
};
template <>
struct Types<std::int64_t> {
    static hid_t file() { return H5T_STD_I64LE; }
    static hid_t memory() { return H5T_NATIVE_INT64; }
};
template <>
struct Types<std::uint64_t> {
    static hid_t file() { return H5T_STD_U64LE; }
    static hid_t memory() { return H5T_NATIVE_UINT64; }
};
template <>
struct Types<float> {
    static hid_t file() { return H5T_IEEE_F32LE; }
    static hid_t memory() { return H5T_NATIVE_FLOAT; }
};
template <>
struct Types<double> {
    static hid_t file() { return H5T_IEEE_F64LE; }
    static hid_t memory() { return H5T_NATIVE_DOUBLE; }
};

Handle select_slice(hid_t dataset, std::int64_t begin, std::size_t size) {
    Handle space(check(H5Dget_space(dataset), "can't read the shape of an HDF5 data set"));
    const auto start = static_cast<hsize_t>(begin);
    const auto count = static_cast<hsize_t>(size);
    check(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &start, nullptr, &count, nullptr),
          "can't select elements {} to {}", begin, begin + static_cast<std::int64_t>(size));
    return space;
}

}  // namespace

struct ArrayFile::Impl {
    std::filesystem::path path;
    Handle file;
    std::map<std::string, Handle> arrays;  ///< those that were used, kept open; goes before the file

    ~Impl() { arrays.clear(); }
    [[nodiscard]] std::string place(const std::string& name) const {
        return fmt::format("{}: {}", path.string(), name);
    }
    [[nodiscard]] bool has(const std::string& name) const;
    const Handle& open(const std::string& name);
    std::int64_t size(const std::string& name);
    template <class T>
    void create(const std::string& name, const Handle& space, const Handle& properties);
    template <class T>
    void require_type(const std::string& name);
};

bool ArrayFile::Impl::has(const std::string& name) const {
    for (std::size_t end = name.find('/', 1);; end = name.find('/', end + 1)) {
        const std::string part = name.substr(0, end);
        if (check_input(H5Lexists(file.get(), part.c_str(), H5P_DEFAULT), "can't look for {}", place(part)) ==
            0) {
            return false;
        }
        if (end == std::string::npos) return true;
    }
}

const Handle& ArrayFile::Impl::open(const std::string& name) {
    if (const auto found = arrays.find(name); found != arrays.end()) return found->second;
    if (!has(name)) usage_error("{} holds no {}", path.string(), name);
    Handle dataset(
        check_input(H5Dopen2(file.get(), name.c_str(), H5P_DEFAULT), "can't open {}", place(name)));
    return arrays[name] = std::move(dataset);
}

std::int64_t ArrayFile::Impl::size(const std::string& name) {
    const auto shape = hdf5::shape_of_dataset(open(name).get());
    if (shape.size() != 1) usage_error("{} has {} dimensions; one was expected", place(name), shape.size());
    return shape[0];
}

template <class T>
void ArrayFile::Impl::create(const std::string& name, const Handle& space, const Handle& properties) {
    check(H5Pset_obj_track_times(properties.get(), false), "can't set an HDF5 property");
    Handle dataset(check(H5Dcreate2(file.get(), name.c_str(), Types<T>::file(), space.get(),
                                    hdf5::making_groups().get(), properties.get(), H5P_DEFAULT),
                         "can't create {}", place(name)));
    arrays[name] = std::move(dataset);
}

template <class T>
void ArrayFile::Impl::require_type(const std::string& name) {
    const Handle type(check_input(H5Dget_type(open(name).get()), "can't read the type of {}", place(name)));
    if (check_input(H5Tequal(type.get(), Types<T>::file()), "can't read the type of {}", place(name)) == 0) {
        usage_error("{} holds elements of another type than expected", place(name));
    }
}

ArrayFile::ArrayFile(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ArrayFile::~ArrayFile() = default;
ArrayFile::ArrayFile(ArrayFile&&) noexcept = default;
ArrayFile& ArrayFile::operator=(ArrayFile&&) noexcept = default;

ArrayFile ArrayFile::create(const std::filesystem::path& path) {
    auto impl = std::make_unique<Impl>();
    impl->path = path;
    impl->file = hdf5::create_file(path, hdf5::file_access());
    return ArrayFile(std::move(impl));
}

ArrayFile ArrayFile::open(const std::filesystem::path& path) {
    auto impl = std::make_unique<Impl>();
    impl->path = path;
    impl->file = hdf5::open_file(path);
    return ArrayFile(std::move(impl));
}

template <class T>
void ArrayFile::create_array(const std::string& name, std::int64_t size) {
    const Handle properties(check(H5Pcreate(H5P_DATASET_CREATE), "can't make an HDF5 property list"));
    check(H5Pset_fill_time(properties.get(), H5D_FILL_TIME_NEVER), "can't set an HDF5 property");
    impl_->create<T>(name, hdf5::make_line(size), properties);
}

template <class T>
void ArrayFile::create_growing_array(const std::string& name) {
    const Handle properties(check(H5Pcreate(H5P_DATASET_CREATE), "can't make an HDF5 property list"));
    check(H5Pset_chunk(properties.get(), 1, &chunk_elements), "can't set an HDF5 property");
    check(H5Pset_fletcher32(properties.get()), "can't set an HDF5 property");
    const hsize_t size = 0;
    const hsize_t limit = H5S_UNLIMITED;
    const Handle space(check(H5Screate_simple(1, &size, &limit), "can't make an HDF5 space"));
    impl_->create<T>(name, space, properties);
}

template <class T>
void ArrayFile::append(const std::string& name, std::span<const T> values) {
    const std::int64_t old_size = impl_->size(name);
    const hsize_t new_size = static_cast<hsize_t>(old_size) + values.size();
    check(H5Dset_extent(impl_->open(name).get(), &new_size), "can't extend {}", impl_->place(name));
    write(name, old_size, values);
}

template <class T>
void ArrayFile::write(const std::string& name, std::int64_t begin, std::span<const T> values) {
    if (values.empty()) return;
    impl_->require_type<T>(name);
    const hid_t dataset = impl_->open(name).get();
    const Handle target = select_slice(dataset, begin, values.size());
    const Handle memory = hdf5::make_line(static_cast<std::int64_t>(values.size()));
    check(H5Dwrite(dataset, Types<T>::memory(), memory.get(), target.get(), H5P_DEFAULT, values.data()),
          "can't write {}", impl_->place(name));
}

template <class T>
void ArrayFile::write_array(const std::string& name, std::span<const T> values) {
    create_array<T>(name, static_cast<std::int64_t>(values.size()));
    write(name, 0, values);
}

bool ArrayFile::has(const std::string& name) const {
    return impl_->has(name);
}

std::int64_t ArrayFile::size(const std::string& name) const {
    return impl_->size(name);
}

template <class T>
void ArrayFile::read(const std::string& name, std::int64_t begin, std::span<T> target) const {
    const auto end = begin + static_cast<std::int64_t>(target.size());
    const std::int64_t size = impl_->size(name);
    if (begin < 0 || end > size) {
        usage_error("{} has {} elements; {} to {} were asked for", impl_->place(name), size, begin, end);
    }
    impl_->require_type<T>(name);
    if (target.empty()) return;
    const hid_t dataset = impl_->open(name).get();
    const Handle source = select_slice(dataset, begin, target.size());
    const Handle memory = hdf5::make_line(static_cast<std::int64_t>(target.size()));
    check_input(H5Dread(dataset, Types<T>::memory(), memory.get(), source.get(), H5P_DEFAULT, target.data()),
                "can't read {}", impl_->place(name));
}

template <class T>
std::vector<T> ArrayFile::read_array(const std::string& name) const {
    std::vector<T> values(static_cast<std::size_t>(size(name)));
    read(name, 0, std::span(values));
    return values;
}

void ArrayFile::write_text(const std::string& name, const std::string& text) {
    hdf5::create_text(impl_->file.get(), name, text);
}

std::string ArrayFile::read_text(const std::string& name) const {
    return hdf5::read_text(impl_->open(name).get(), impl_->place(name));
}

void ArrayFile::set_attribute(const std::string& name, const Attribute& value) {
    if (hdf5::has_attribute(impl_->file.get(), name)) {
        check(H5Adelete(impl_->file.get(), name.c_str()), "can't replace attribute {}", impl_->place(name));
    }
    hdf5::write_attribute(impl_->file.get(), name, value);
}

std::map<std::string, Attribute> ArrayFile::attributes() const {
    return hdf5::read_attributes(impl_->file.get());
}

void ArrayFile::close() {
    impl_->arrays.clear();
    hdf5::close_file(impl_->file, impl_->path);
}

#define REMO_ARRAY_FILE_OF(T)                                                                \
    template void ArrayFile::create_array<T>(const std::string&, std::int64_t);              \
    template void ArrayFile::create_growing_array<T>(const std::string&);                    \
    template void ArrayFile::append<T>(const std::string&, std::span<const T>);              \
    template void ArrayFile::write<T>(const std::string&, std::int64_t, std::span<const T>); \
    template void ArrayFile::write_array<T>(const std::string&, std::span<const T>);         \
    template void ArrayFile::read<T>(const std::string&, std::int64_t, std::span<T>) const;  \
    template std::vector<T> ArrayFile::read_array<T>(const std::string&) const;

REMO_ARRAY_FILE_OF(std::uint8_t)
REMO_ARRAY_FILE_OF(std::int32_t)
REMO_ARRAY_FILE_OF(std::int64_t)
REMO_ARRAY_FILE_OF(std::uint64_t)
REMO_ARRAY_FILE_OF(float)
REMO_ARRAY_FILE_OF(double)
#undef REMO_ARRAY_FILE_OF

}  // namespace remo::io
