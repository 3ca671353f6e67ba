#pragma once
/// \file
/// Dropout on its own, for heads.
#include "remo/kernels/dropout_site.hpp"
#include "remo/tensor/device.hpp"

namespace remo::kernels {

/// y = x * kept / (1 - probability), (rows, columns); the same call on gradients is its backward. y may be x.
void dropout(Device& device, ConstMatrix x, const Dropout& dropout, const DropoutRows& rows, Matrix y);

}  // namespace remo::kernels
