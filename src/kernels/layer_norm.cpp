#include "remo/kernels/layer_norm.hpp"

#include "layer_norm_rows.hpp"
#include "parallel.hpp"

namespace remo::kernels {

namespace {

KOKKOS_INLINE_FUNCTION float row_sum(const float* x, Index columns) {
    float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
    for (Index j = 0; j < columns; ++j) sum += x[j];
    return sum;
}

/// z = dropout(x + bias) + residual; returns the sum of z.
struct ResidualRow {
    const float* bias;
    DropoutMask mask;
    Index columns;

    KOKKOS_INLINE_FUNCTION float plain(const float* x, const float* residual, float* z) const {
        const float* const b = bias;
        const Index n = columns;
        float sum = 0.0f;
        if (b == nullptr) {
#pragma omp simd reduction(+ : sum)
            for (Index j = 0; j < n; ++j) sum += z[j] = x[j] + residual[j];
        } else {
#pragma omp simd reduction(+ : sum)
            for (Index j = 0; j < n; ++j) sum += z[j] = x[j] + b[j] + residual[j];
        }
        return sum;
    }

    KOKKOS_INLINE_FUNCTION float dropped(std::uint32_t sample, std::uint32_t place, const float* x,
                                         const float* residual, float* z) const {
        float factors[DropoutMask::chunk];
        float sum = 0.0f;
        for (Index begin = 0; begin < columns; begin += DropoutMask::chunk) {
            mask.factors(sample, place, begin, factors);
            const int width =
                static_cast<int>(columns - begin < DropoutMask::chunk ? columns - begin : DropoutMask::chunk);
            const float* const b = bias == nullptr ? nullptr : bias + begin;
            if (b == nullptr) {
#pragma omp simd reduction(+ : sum)
                for (int j = 0; j < width; ++j)
                    sum += z[begin + j] = x[begin + j] * factors[j] + residual[begin + j];
            } else {
#pragma omp simd reduction(+ : sum)
                for (int j = 0; j < width; ++j)
                    sum += z[begin + j] = (x[begin + j] + b[j]) * factors[j] + residual[begin + j];
            }
        }
        return sum;
    }
};

}  // namespace

void layer_norm_forward(Device& device, ConstMatrix x, const LayerNormParameters& norm,
                        const LayerNormSaved& saved, Matrix y) {
    const RowNormaliser normalise(norm, saved, x.columns);
    for_rows(
        device, "remo::layer_norm::forward", x.rows, KOKKOS_LAMBDA(Index row) {
            const float* const source = x.data + row * x.stride;
            normalise(row, source, row_sum(source, x.columns), y.data + row * y.stride);
        });
}

void residual_layer_norm_forward(Device& device, ConstMatrix x, ConstVector bias, const Dropout& dropout,
                                 const DropoutRows& rows, ConstMatrix residual,
                                 const LayerNormParameters& norm, const LayerNormSaved& saved, Matrix y) {
    const RowNormaliser normalise(norm, saved, x.columns);
    const ResidualRow add{bias.data, DropoutMask(dropout), x.columns};
    const RowNames names(rows);
    for_rows(
        device, "remo::layer_norm::residual_forward", x.rows, KOKKOS_LAMBDA(Index row) {
            const float* const source = x.data + row * x.stride;
            const float* const other = residual.data + row * residual.stride;
            float* const z = y.data + row * y.stride;
            const float sum = add.mask.active
                                  ? add.dropped(names.sample(row), names.place(row), source, other, z)
                                  : add.plain(source, other, z);
            normalise(row, z, sum, z);
        });
}

}  // namespace remo::kernels
