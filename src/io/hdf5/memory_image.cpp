#include "memory_image.hpp"

#include <H5FDpublic.h>

#include <algorithm>
#include <cstring>
#include <new>
#if __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h>
#endif

namespace remo::io::hdf5 {

namespace {

/// What HDF5 holds as an open file: its own part first.
struct MemoryFile {
    H5FD_t base{};
    MemoryImage* image = nullptr;
    haddr_t end = 0;      ///< of what HDF5 has given a place
    bool writes = false;  ///< then the image ends there too
};

/// What the property list carries.
struct DriverInfo {
    MemoryImage* image = nullptr;
};

MemoryImage& image_of(const H5FD_t* file) {
    return *reinterpret_cast<const MemoryFile*>(file)->image;
}

H5FD_t* open_image(const char* /*name*/, unsigned flags, hid_t access, haddr_t /*maximum*/) {
    const auto* info = static_cast<const DriverInfo*>(H5Pget_driver_info(access));
    if (info == nullptr) return nullptr;
    auto* file = new (std::nothrow) MemoryFile{{}, info->image, 0, (flags & H5F_ACC_RDWR) != 0};
    return file == nullptr ? nullptr : &file->base;
}

herr_t close_image(H5FD_t* file) {
    delete reinterpret_cast<MemoryFile*>(file);
    return 0;
}

herr_t query_image(const H5FD_t* /*file*/, unsigned long* flags) {
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

haddr_t end_of_image(const H5FD_t* file, H5FD_mem_t /*type*/) {
    return image_of(file).size();
}

haddr_t end_of_places(const H5FD_t* file, H5FD_mem_t /*type*/) {
    return reinterpret_cast<const MemoryFile*>(file)->end;
}

herr_t set_end_of_places(H5FD_t* file, H5FD_mem_t /*type*/, haddr_t end) {
    auto* open = reinterpret_cast<MemoryFile*>(file);
    open->end = end;
    if (open->writes) open->image->resize(end);
    return 0;
}

herr_t read_image(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*list*/, haddr_t offset, size_t size,
                  void* buffer) {
    image_of(file).read(offset, {static_cast<std::byte*>(buffer), size});
    return 0;
}

herr_t write_image(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*list*/, haddr_t offset, size_t size,
                   const void* buffer) {
    try {
        image_of(file).write(offset, {static_cast<const std::byte*>(buffer), size});
        return 0;
    } catch (const std::bad_alloc&) {
        return -1;
    }
}

H5FD_class_t driver_class() {
    H5FD_class_t driver{};
#ifdef H5FD_CLASS_VERSION
    driver.version = H5FD_CLASS_VERSION;
    driver.value = static_cast<H5FD_class_value_t>(512);  // the first number that HDF5 leaves to others
#endif
    driver.name = "remo_memory";
    driver.maxaddr = HADDR_MAX;
    driver.fc_degree = H5F_CLOSE_STRONG;
    driver.fapl_size = sizeof(DriverInfo);
    driver.open = open_image;
    driver.close = close_image;
    driver.query = query_image;
    driver.get_eoa = end_of_places;
    driver.set_eoa = set_end_of_places;
    driver.get_eof = end_of_image;
    driver.read = read_image;
    driver.write = write_image;
    constexpr H5FD_mem_t groups[] = H5FD_FLMAP_DICHOTOMY;
    std::ranges::copy(groups, driver.fl_map);
    return driver;
}

}  // namespace

void MemoryImage::write(std::uint64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const std::uint64_t begin = offset % page_bytes;
        const std::size_t count = std::min<std::size_t>(bytes.size(), page_bytes - begin);
        std::memcpy(pages_[offset / page_bytes].data() + begin, bytes.data(), count);
        offset += count;
        bytes = bytes.subspan(count);
    }
}

void MemoryImage::read(std::uint64_t offset, std::span<std::byte> target) const {
    while (!target.empty()) {
        const std::uint64_t begin = offset % page_bytes;
        const std::size_t count = std::min<std::size_t>(target.size(), page_bytes - begin);
        const auto page = pages_.find(offset / page_bytes);
        if (page == pages_.end())
            std::memset(target.data(), 0, count);
        else
            std::memcpy(target.data(), page->second.data() + begin, count);
        offset += count;
        target = target.subspan(count);
    }
}

MemoryDriver::MemoryDriver() {
    const H5FD_class_t driver = driver_class();
    id_ = check(H5FDregister(&driver), "can't register an HDF5 file driver");
}

MemoryDriver::~MemoryDriver() {
    H5FDunregister(id_);
}

void MemoryDriver::use(const Handle& access, MemoryImage& image) const {
    const DriverInfo info{&image};
    check(H5Pset_driver(access.get(), id_, &info), "can't set an HDF5 property");
}

}  // namespace remo::io::hdf5
