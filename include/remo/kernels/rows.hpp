#pragma once
/// \file
/// Selected rows, such as those of [CLS].
#include "remo/tensor/device.hpp"

namespace remo::kernels {

/// target[i] = source[rows[i]]; target (n, columns), rows (n).
void gather_rows(Device& device, ConstMatrix source, IndexVector rows, Matrix target);

/// target[rows[i]] = source[i]; the rows are distinct, others stay as they are.
void scatter_rows(Device& device, ConstMatrix source, IndexVector rows, Matrix target);

/// target[rows[i]] += source[i]; the rows are distinct.
void scatter_add_rows(Device& device, ConstMatrix source, IndexVector rows, Matrix target);

}  // namespace remo::kernels
