#pragma once
/// \file
/// Simple maps over flat ranges.
#include "remo/tensor/device.hpp"

namespace remo::kernels {

void fill(Device& device, Vector x, float value);                    ///< x = value
void scale(Device& device, Vector x, float factor);                  ///< x *= factor
void axpy(Device& device, float factor, ConstVector x, Vector y);    ///< y += factor * x
void add(Device& device, ConstVector x, ConstVector y, Vector sum);  ///< sum = x + y; sum may be x or y
void copy(Device& device, ConstVector x, Vector y);                  ///< y = x

}  // namespace remo::kernels
