#include "remo/tensor/device.hpp"

#include <cstring>

#include "kokkos_runtime.hpp"
#include "openmp_threads.hpp"
#include "remo/base/format.hpp"
#include "remo/tensor/detail/execution_space.hpp"

namespace remo {

namespace {

template <class Space>
using BytesIn = Kokkos::View<unsigned char*, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
template <class Space>
using ConstBytesIn = Kokkos::View<const unsigned char*, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

template <class Target, class Source>
void copy_between_spaces(const ExecutionSpace& space, void* target, const void* source, std::size_t bytes) {
    Kokkos::deep_copy(space, BytesIn<Target>(static_cast<unsigned char*>(target), bytes),
                      ConstBytesIn<Source>(static_cast<const unsigned char*>(source), bytes));
    fence(space, "remo::device::copy");
}

std::string kokkos_version() {
    return fmt::format("{}.{}.{}", KOKKOS_VERSION / 10000, KOKKOS_VERSION / 100 % 100, KOKKOS_VERSION % 100);
}

}  // namespace

Device::Device(const DeviceOptions& options) {
    start_kokkos(options);
    instance_ = std::make_unique<Instance>();
    limit_openmp_threads(threads());
}

Device::~Device() {
    instance_.reset();
    stop_kokkos();
}

std::string Device::description(std::string_view gemm) const {
    const std::string library = gemm.empty() ? "" : fmt::format(", {}", gemm);
    if (is_gpu())
        return fmt::format("gpu (Kokkos {} {}{})", ExecutionSpace::name(), kokkos_version(), library);
    return fmt::format("cpu (Kokkos {} {}{}, {} core{})", ExecutionSpace::name(), kokkos_version(), library,
                       threads(), threads() == 1 ? "" : "s");
}

bool Device::is_gpu() const noexcept {
    return !memory_is_host_accessible;
}

bool Device::host_accessible() const noexcept {
    return memory_is_host_accessible;
}

int Device::threads() const noexcept {
    return is_gpu() ? 1 : concurrency(instance_->space);
}

void Device::fence(std::string_view label) {
    remo::fence(instance_->space, std::string(label));
}

void Device::copy_to_device(void* target, const void* source, std::size_t bytes) {
    if (bytes == 0) return;
    if constexpr (memory_is_host_accessible) {
        fence("remo::device::copy");
        std::memcpy(target, source, bytes);
    } else {
        copy_between_spaces<MemorySpace, Kokkos::HostSpace>(instance_->space, target, source, bytes);
    }
}

void Device::copy_to_host(void* target, const void* source, std::size_t bytes) {
    if (bytes == 0) return;
    if constexpr (memory_is_host_accessible) {
        fence("remo::device::copy");
        std::memcpy(target, source, bytes);
    } else {
        copy_between_spaces<Kokkos::HostSpace, MemorySpace>(instance_->space, target, source, bytes);
    }
}

void Device::fill_zero(void* target, std::size_t bytes) {
    if (bytes == 0) return;
    if constexpr (memory_is_host_accessible) {
        fence("remo::device::fill_zero");
        std::memset(target, 0, bytes);
    } else {
        Kokkos::deep_copy(instance_->space, BytesIn<MemorySpace>(static_cast<unsigned char*>(target), bytes),
                          0);
    }
}

}  // namespace remo
