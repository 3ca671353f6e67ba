#include "remo/kernels/layer_norm.hpp"

#include "layer_norm_rows.hpp"
#include "parallel.hpp"

namespace remo::kernels {

namespace {

KOKKOS_INLINE_FUNCTION float row_sum(const float* x, Index columns) {
    return lane_sum(columns, [=]<class V>(V, Index j) { return load<V>(x + j); });
}

/// z = dropout(x + bias) + residual; returns the sum of z.
struct ResidualRow {
    const float* bias;
    DropoutMask mask;
    Index columns;

    KOKKOS_INLINE_FUNCTION float plain(const float* x, const float* residual, float* z) const {
        if (bias == nullptr) {
            return lane_sum(columns, [=]<class V>(V, Index j) {
                const V sum = load<V>(x + j) + load<V>(residual + j);
                store(z + j, sum);
                return sum;
            });
        }
        return lane_sum(columns, [=, b = bias]<class V>(V, Index j) {
            const V sum = load<V>(x + j) + load<V>(b + j) + load<V>(residual + j);
            store(z + j, sum);
            return sum;
        });
    }

    KOKKOS_INLINE_FUNCTION float dropped(std::uint32_t sample, std::uint32_t place, const float* x,
                                         const float* residual, float* z) const {
        float factors[DropoutMask::chunk];
        float sum = 0.0f;
        for (Index begin = 0; begin < columns; begin += DropoutMask::chunk) {
            const Index width = columns - begin < DropoutMask::chunk ? columns - begin : DropoutMask::chunk;
            mask.factors(sample, place, begin, width, factors);
            sum += bias == nullptr
                       ? chunk(x + begin, factors, residual + begin, width, z + begin)
                       : chunk(x + begin, bias + begin, factors, residual + begin, width, z + begin);
        }
        return sum;
    }

    static KOKKOS_FORCEINLINE_FUNCTION float chunk(const float* x, const float* factors,
                                                   const float* residual, Index width, float* z) {
        return lane_sum(width, [=]<class V>(V, Index j) {
            const V sum = load<V>(x + j) * load<V>(factors + j) + load<V>(residual + j);
            store(z + j, sum);
            return sum;
        });
    }

    static KOKKOS_FORCEINLINE_FUNCTION float chunk(const float* x, const float* bias, const float* factors,
                                                   const float* residual, Index width, float* z) {
        return lane_sum(width, [=]<class V>(V, Index j) {
            const V sum = (load<V>(x + j) + load<V>(bias + j)) * load<V>(factors + j) + load<V>(residual + j);
            store(z + j, sum);
            return sum;
        });
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
