#pragma once
/// \file
/// Bias of linear layers that no other kernel adds, and its gradient.
#include "remo/tensor/device.hpp"

namespace remo::kernels {

/// x (rows, columns) += bias (columns) in each row.
void add_bias(Device& device, Matrix x, ConstVector bias);

/// sums (columns) += sums over rows of x (rows, columns), rows in fixed blocks.
void column_sums(Device& device, ConstMatrix x, Vector sums);

}  // namespace remo::kernels
