#pragma once
/// \file
/// Selected rows, such as those of [CLS].
#include <cstdint>

#include "remo/tensor/device.hpp"

namespace remo::kernels {

/// target[i] = source[rows[i]]; target (n, columns), rows (n).
void gather_rows(Device& device, ConstMatrix source, IndexVector rows, Matrix target);

/// target[rows[i]] = source[i]; the rows are distinct, others stay as they are.
void scatter_rows(Device& device, ConstMatrix source, IndexVector rows, Matrix target);

/// target[rows[i]] += source[i]; the rows are distinct.
void scatter_add_rows(Device& device, ConstMatrix source, IndexVector rows, Matrix target);

/// target[rows[i]] = 0.
void zero_rows(Device& device, IndexVector rows, Matrix target);

/// Multiplies each element of the distinct rows with the factors, one after the other, rounding each time: what as many separate
/// passes would give.
void scale_rows(Device& device, IndexVector rows, ConstVector factors, Matrix target);

/// flags[i] = 1 where row i of x (rows, columns) has an element that is not zero, else as it was.
void mark_nonzero_rows(Device& device, ConstMatrix x, VectorView<std::int32_t> flags);

}  // namespace remo::kernels
