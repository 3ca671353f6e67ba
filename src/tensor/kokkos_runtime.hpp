#pragma once
/// \file
/// Start and end of the Kokkos runtime.
#include "remo/tensor/device.hpp"

namespace remo {

/// Error(failure) when Kokkos already runs: a process has one Device.
void start_kokkos(const DeviceOptions& options);
void stop_kokkos();

}  // namespace remo
