#pragma once
/// \file
/// The Kokkos types behind Device, and what differs between the Kokkos versions (3.4 to 5) that remo builds
/// with. For sources of the levels tensor and kernels only.
#include <Kokkos_Core.hpp>
#include <cstddef>
#include <string>

#include "remo/tensor/device.hpp"

namespace remo {

using ExecutionSpace = Kokkos::DefaultExecutionSpace;
using MemorySpace = ExecutionSpace::memory_space;

inline constexpr bool memory_is_host_accessible =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, MemorySpace>::accessible;

/// Waits for the instance only; versions before 3.5 take no label.
inline void fence(const ExecutionSpace& space, [[maybe_unused]] const std::string& label) {
#if KOKKOS_VERSION >= 30500
    space.fence(label);
#else
    space.fence();
#endif
}

/// Threads that run host code of this space.
inline int concurrency(const ExecutionSpace& space) {
    return static_cast<int>(space.concurrency());
}

struct Device::Instance {
    ExecutionSpace space;

    /// At least `bytes` of device memory for one kernel's partial results; what it held before is lost.
    /// Kernels of one instance run in order, so that the next one may take it again.
    std::byte* scratch(std::size_t bytes) {
        if (bytes > scratch_.bytes()) scratch_ = RawBuffer("remo::kernels::scratch", bytes + bytes / 2);
        return scratch_.data();
    }

  private:
    RawBuffer scratch_;
};

}  // namespace remo
