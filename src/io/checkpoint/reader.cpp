#include <algorithm>

#include "../hdf5/attributes.hpp"
#include "../hdf5/file.hpp"
#include "../hdf5/space.hpp"
#include "../hdf5/text.hpp"
#include "../hdf5/tree.hpp"
#include "../hdf5/types.hpp"
#include "checksum.hpp"
#include "layout.hpp"
#include "object_digest.hpp"
#include "remo/base/format.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "seal.hpp"

namespace remo::io {

namespace {

namespace fs = std::filesystem;
using hdf5::check_input;
using hdf5::Handle;

std::string as_text(const Attribute& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
    if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
    return std::get<std::string>(value);
}

std::string joined(const std::string& group, const std::string& name) {
    return group == "/" ? group + name : group + "/" + name;
}

}  // namespace

struct CheckpointReader::Impl {
    explicit Impl(const fs::path& file_path) : path(file_path.string()) {
        const Seal seal = check_seal(file_path);
        file = hdf5::open_file(file_path);
        check_format();
        if (seal == Seal::absent) check_digests(file.get(), path);
        for (const char* needed : {layout::config, layout::parameters}) {
            if (!hdf5::exists(file.get(), needed)) usage_error("{} lacks {}", path, needed);
        }
    }

    void check_format() const;
    [[nodiscard]] Handle open(const std::string& name) const;
    [[nodiscard]] std::vector<std::string> members(const std::string& group) const;
    [[nodiscard]] TensorInfo info(const Handle& dataset, const std::string& name) const;
    void read(const Handle& dataset, const std::string& name, std::span<std::byte> target) const;
    void check_blocks(const Handle& dataset, const std::string& name, std::span<const std::byte> bytes) const;
    [[nodiscard]] std::string text(const std::string& name) const;
    void list(const std::string& group, const std::string& prefix, std::vector<TensorInfo>& infos) const;
    void verify(const std::string& name, const Handle& object) const;

    std::string path;
    Handle file;
};

void CheckpointReader::Impl::check_format() const {
    const auto attributes = hdf5::read_attributes(file.get());
    const auto format = attributes.find("format");
    if (format == attributes.end() || format->second != Attribute(std::string(layout::format))) {
        usage_error("{} is an HDF5 file, but none that remo wrote: attribute format is not \"{}\"", path,
                    layout::format);
    }
    const auto version = attributes.find("format_version");
    if (version == attributes.end() || !std::holds_alternative<std::int64_t>(version->second)) {
        usage_error("{} lacks attribute format_version", path);
    }
    if (std::get<std::int64_t>(version->second) > layout::format_version) {
        usage_error("{} has format version {}; this remo reads versions up to {}: use a newer remo", path,
                    as_text(version->second), layout::format_version);
    }
    if (!attributes.contains("kind")) usage_error("{} lacks attribute kind", path);
}

Handle CheckpointReader::Impl::open(const std::string& name) const {
    if (!hdf5::exists(file.get(), name)) usage_error("{} lacks {}", path, name);
    return Handle(
        check_input(H5Oopen(file.get(), name.c_str(), H5P_DEFAULT), "{}: can't open {}", path, name));
}

std::vector<std::string> CheckpointReader::Impl::members(const std::string& group) const {
    const Handle object = open(group);
    if (!hdf5::is_group(object.get())) usage_error("{}: {} is no group", path, group);
    return hdf5::members_of(object.get(), group);
}

TensorInfo CheckpointReader::Impl::info(const Handle& dataset, const std::string& name) const {
    const auto dtype = hdf5::dtype_of(dataset.get());
    if (!dtype) usage_error("{}: the elements of {} have a type that remo does not know", path, name);
    return {name, *dtype, hdf5::shape_of_dataset(dataset.get())};
}

void CheckpointReader::Impl::check_blocks(const Handle& dataset, const std::string& name,
                                          std::span<const std::byte> bytes) const {
    if (!hdf5::has_attribute(dataset.get(), layout::checksums))
        usage_error("{}: {} lacks its checksums", path, name);
    const auto stored = hdf5::read_words(dataset.get(), layout::checksums);
    if (stored != block_checksums(bytes)) {
        usage_error("{}: {} differs from its checksum; the file is damaged or was changed by another program",
                    path, name);
    }
}

void CheckpointReader::Impl::read(const Handle& dataset, const std::string& name,
                                  std::span<std::byte> target) const {
    const TensorInfo stored = info(dataset, name);
    require(stored.bytes() == target.size(), "the memory for a data set has another size than the data set");
    if (!target.empty()) {
        const Handle type = hdf5::make_type(stored.dtype);
        check_input(H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, target.data()),
                    "{}: can't read {}", path, name);
    }
    check_blocks(dataset, name, target);
}

std::string CheckpointReader::Impl::text(const std::string& name) const {
    const Handle dataset = open(name);
    if (!hdf5::is_dataset(dataset.get()) || !hdf5::is_text(dataset.get()))
        usage_error("{}: {} is no text", path, name);
    std::string text = hdf5::read_text(dataset.get(), path + ": " + name);
    check_blocks(dataset, name, std::as_bytes(std::span(text)));
    return text;
}

void CheckpointReader::Impl::list(const std::string& group, const std::string& prefix,
                                  std::vector<TensorInfo>& infos) const {
    for (const std::string& member : members(group)) {
        const std::string name = joined(group, member);
        const Handle object = open(name);
        if (hdf5::is_dataset(object.get())) {
            infos.push_back(info(object, name));
            infos.back().name = prefix + member;
        } else {
            list(name, prefix + member + ".", infos);
        }
    }
}

void CheckpointReader::Impl::verify(const std::string& name, const Handle& object) const {
    if (!hdf5::is_dataset(object.get())) return;
    if (hdf5::is_text(object.get())) {
        static_cast<void>(text(name));
        return;
    }
    std::vector<std::byte> bytes(info(object, name).bytes());
    read(object, name, bytes);
}

CheckpointReader::CheckpointReader(const fs::path& path) : impl_(std::make_unique<Impl>(path)) {}
CheckpointReader::~CheckpointReader() = default;
CheckpointReader::CheckpointReader(CheckpointReader&&) noexcept = default;
CheckpointReader& CheckpointReader::operator=(CheckpointReader&&) noexcept = default;

std::string CheckpointReader::kind() const {
    return as_text(hdf5::read_attribute(impl_->file.get(), "kind"));
}

std::map<std::string, std::string> CheckpointReader::provenance() const {
    std::map<std::string, std::string> texts;
    for (const auto& [name, value] : hdf5::read_attributes(impl_->file.get())) {
        if (name != layout::object_checksum) texts[name] = as_text(value);
    }
    return texts;
}

std::string CheckpointReader::config_json() const {
    return impl_->text(layout::config);
}

std::map<std::string, std::string> CheckpointReader::tokenizer() const {
    std::map<std::string, std::string> texts;
    if (!hdf5::exists(impl_->file.get(), layout::tokenizer)) return texts;
    for (const std::string& name : impl_->members(layout::tokenizer)) {
        texts[name] = impl_->text(joined(layout::tokenizer, name));
    }
    return texts;
}

std::map<std::string, Attribute> CheckpointReader::training() const {
    if (!hdf5::exists(impl_->file.get(), layout::training)) return {};
    auto attributes = hdf5::read_attributes(impl_->open(layout::training).get());
    attributes.erase(layout::object_checksum);
    return attributes;
}

std::string CheckpointReader::training_text(const std::string& name) const {
    const std::string path = joined(layout::training, name);
    return hdf5::exists(impl_->file.get(), path) ? impl_->text(path) : std::string();
}

std::map<std::string, std::vector<double>> CheckpointReader::history() const {
    std::map<std::string, std::vector<double>> columns;
    if (!hdf5::exists(impl_->file.get(), layout::history)) return columns;
    for (const TensorInfo& column : datasets(layout::history)) {
        if (column.dtype != DType::f64)
            usage_error("{}: history column {} holds no doubles", impl_->path, column.name);
        std::vector<double> values(static_cast<std::size_t>(column.elements()));
        read(layout::history, column, std::as_writable_bytes(std::span(values)));
        columns[column.name] = std::move(values);
    }
    return columns;
}

std::vector<TensorInfo> CheckpointReader::datasets(const std::string& group) const {
    std::vector<TensorInfo> infos;
    impl_->list(group, "", infos);
    return infos;
}

std::vector<std::string> CheckpointReader::groups(const std::string& group) const {
    std::vector<std::string> names;
    if (!hdf5::exists(impl_->file.get(), group)) return names;
    for (const std::string& name : impl_->members(group)) {
        if (hdf5::is_group(impl_->open(joined(group, name)).get())) names.push_back(name);
    }
    return names;
}

void CheckpointReader::read(const std::string& group, const TensorInfo& tensor,
                            std::span<std::byte> target) const {
    const std::string name = dataset_path(group, tensor.name);
    const Handle dataset = impl_->open(name);
    if (!hdf5::is_dataset(dataset.get())) usage_error("{}: {} is no data set", impl_->path, name);
    impl_->read(dataset, name, target);
}

void CheckpointReader::verify() const {
    check_digests(impl_->file.get(), impl_->path);
    hdf5::visit_all(impl_->file.get(), "/",
                    [&](const std::string& name, const Handle& object) { impl_->verify(name, object); });
}

}  // namespace remo::io
