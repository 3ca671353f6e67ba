#include <cstdint>
#include <new>
#include <stdexcept>
#include <utility>

#include "remo/base/format.hpp"
#include "remo/tensor/detail/execution_space.hpp"
#include "remo/tensor/device.hpp"

namespace remo {

namespace {

constexpr std::uintptr_t alignment = 64;

void* allocate(const std::string& label, std::size_t bytes) {
    try {
        return Kokkos::kokkos_malloc<MemorySpace>(label, bytes);
    } catch (const std::exception&) {  // what Kokkos throws differs between its versions
        failure(
            "The device has no memory left for {} ({} bytes): use fewer ranks a node or a smaller "
            "train.micro_batch_tokens.",
            label, bytes);
    }
}

}  // namespace

RawBuffer::RawBuffer(std::string_view label, std::size_t bytes) : bytes_(bytes) {
    if (bytes == 0) return;
    data_ = static_cast<std::byte*>(allocate(std::string(label), bytes));
    require(reinterpret_cast<std::uintptr_t>(data_) % alignment == 0,
            "Kokkos gave memory not aligned to 64 bytes.");
}

RawBuffer::~RawBuffer() {
    if (data_ != nullptr) Kokkos::kokkos_free<MemorySpace>(data_);
}

RawBuffer::RawBuffer(RawBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

RawBuffer& RawBuffer::operator=(RawBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

}  // namespace remo
