#pragma once
/// \file
/// Host results from flat ranges; each waits for the device. Sums run over fixed blocks, so their bits do not
/// depend on the number of threads.
#include <cstdint>

#include "remo/tensor/device.hpp"

namespace remo::kernels {

/// Sum of squares, in double. Infinite or NaN when an element is.
double sum_of_squares(Device& device, ConstVector x);

/// Index of the first element that is NaN or infinite; -1 when there is none.
Index first_non_finite(Device& device, ConstVector x);

/// A 64-bit checksum of the bits of x and their places: equal buffers give equal sums.
std::uint64_t checksum(Device& device, ConstVector x);

}  // namespace remo::kernels
