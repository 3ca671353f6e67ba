#include "remo/kernels/dropout.hpp"

#include "dropout_mask.hpp"
#include "parallel.hpp"

namespace remo::kernels {

void dropout(Device& device, ConstMatrix x, const Dropout& dropout, const DropoutRows& rows, Matrix y) {
    const DropoutMask mask(dropout);
    const RowNames names(rows);
    for_rows(
        device, "remo::dropout::apply", x.rows, KOKKOS_LAMBDA(Index row) {
            const float* const source = x.data + row * x.stride;
            float* const target = y.data + row * y.stride;
            if (mask.active) {
                drop_row(mask, names.sample(row), names.place(row), source, x.columns, target);
            } else if (target != source) {
                for (Index j = 0; j < x.columns; ++j) target[j] = source[j];
            }
        });
}

}  // namespace remo::kernels
