#pragma once
// HDF5 files whose bytes stay in memory, so that HDF5 never meets an error of the disk: after a failed flush its library can
// neither go on nor close the file.
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

#include "handle.hpp"

namespace remo::io::hdf5 {

/// The bytes that HDF5 wrote, by place in the file. All others are zero and take no memory, so data sets may be given their
/// place without values.
class MemoryImage {
  public:
    void write(std::uint64_t offset, std::span<const std::byte> bytes);
    void read(std::uint64_t offset, std::span<std::byte> target) const;
    [[nodiscard]] std::uint64_t size() const { return size_; }
    void resize(std::uint64_t size) { size_ = size; }

  private:
    static constexpr std::uint64_t page_bytes = 4096;
    std::map<std::uint64_t, std::array<std::byte, page_bytes>> pages_;  ///< by offset / page_bytes
    std::uint64_t size_ = 0;
};

/// The HDF5 file driver that writes to a MemoryImage. It must outlive the files made with it.
class MemoryDriver {
  public:
    MemoryDriver();
    ~MemoryDriver();
    MemoryDriver(const MemoryDriver&) = delete;
    MemoryDriver& operator=(const MemoryDriver&) = delete;

    /// Makes the property list `access` use this driver with `image`.
    void use(const Handle& access, MemoryImage& image) const;

  private:
    hid_t id_;
};

}  // namespace remo::io::hdf5
