#include "layer_norm_backward.hpp"

#include "dropout_mask.hpp"
#include "lanes.hpp"
#include "parallel.hpp"

namespace remo::kernels {

namespace {

/// Formulas, with x the normalised row, r the reciprocal deviation, n columns and g = dy * gamma:
/// dz = r (g - mean(g) - x mean(g x)), dgamma = sum of dy x over rows, dbeta = sum of dy.
struct RowGradient {
    const float* gamma;
    Index columns;

    /// Adds the row to the sums of its block and returns mean(g), mean(g x).
    KOKKOS_INLINE_FUNCTION void sums(const float* dy, const float* x, float* dgamma, float* dbeta,
                                     float& mean_g, float& mean_gx) const {
        const Index n = columns;
        Lanes sum_g = {};
        Lanes sum_gx = {};
        Index j = 0;
        for (; j + lane_count <= n; j += lane_count) add(dy, x, dgamma, dbeta, j, sum_g, sum_gx);
        float rest_g = 0.0f;
        float rest_gx = 0.0f;
        for (; j < n; ++j) add(dy, x, dgamma, dbeta, j, rest_g, rest_gx);
        mean_g = (horizontal_sum(sum_g) + rest_g) / static_cast<float>(n);
        mean_gx = (horizontal_sum(sum_gx) + rest_gx) / static_cast<float>(n);
    }

    /// The elements from j that fill a V.
    template <class V>
    KOKKOS_FORCEINLINE_FUNCTION void add(const float* dy, const float* x, float* dgamma, float* dbeta,
                                         Index j, V& sum_g, V& sum_gx) const {
        const V d = load<V>(dy + j);
        const V normalised = load<V>(x + j);
        const V g = d * load<V>(gamma + j);
        store(dbeta + j, load<V>(dbeta + j) + d);
        store(dgamma + j, load<V>(dgamma + j) + d * normalised);
        sum_g += g;
        sum_gx += g * normalised;
    }

    KOKKOS_INLINE_FUNCTION void input(const float* dy, const float* x, float r, float mean_g, float mean_gx,
                                      float* dz) const {
        const float* const weights = gamma;
        const Index n = columns;
#pragma omp simd
        for (Index j = 0; j < n; ++j) dz[j] = r * (dy[j] * weights[j] - mean_g - x[j] * mean_gx);
    }
};

KOKKOS_INLINE_FUNCTION void copy_and_add(const float* x, Index columns, float* y, float* sums) {
#pragma omp simd
    for (Index j = 0; j < columns; ++j) {
        const float value = x[j];
        y[j] = value;
        sums[j] += value;
    }
}

KOKKOS_INLINE_FUNCTION void add_row(const float* x, Index columns, float* sums) {
#pragma omp simd
    for (Index j = 0; j < columns; ++j) sums[j] += x[j];
}

/// The rows of one block, one after another; partial holds the block's sums for dgamma, dbeta and dbias.
struct BlockBackward {
    ConstMatrix dy;
    ConstMatrix normalised;
    const float* reciprocal_deviation;
    Matrix dz;
    Matrix dbranch;
    RowGradient gradient;
    DropoutMask mask;
    bool on_output;
    RowNames names;

    KOKKOS_INLINE_FUNCTION void row(Index i, float* partial) const {
        const Index n = gradient.columns;
        const float* d = dy.data + i * dy.stride;
        float* const z = dz.data + i * dz.stride;
        const float* const x = normalised.data + i * normalised.stride;
        if (on_output) {
            drop_row(mask, names.sample(i), names.place(i), d, n, z);
            d = z;
        }
        float mean_g = 0.0f;
        float mean_gx = 0.0f;
        gradient.sums(d, x, partial, partial + n, mean_g, mean_gx);
        gradient.input(d, x, reciprocal_deviation[i], mean_g, mean_gx, z);
        if (dbranch.data != nullptr) branch(i, z, partial + 2 * n);
    }

    KOKKOS_INLINE_FUNCTION void branch(Index i, const float* z, float* dbias) const {
        const Index n = gradient.columns;
        float* const target = dbranch.data + i * dbranch.stride;
        if (mask.active) {
            drop_row(mask, names.sample(i), names.place(i), z, n, target);
            add_row(target, n, dbias);
        } else {
            copy_and_add(z, n, target, dbias);
        }
    }
};

}  // namespace

void layer_norm_backward(Device& device, const LayerNormBackward& pass, const DropoutRows& rows) {
    const Index n = pass.dy.columns;
    const RowBlocks blocks(pass.dy.rows);
    const Index sums = 3 * n;
    auto* const partial = reinterpret_cast<float*>(
        device.instance().scratch(static_cast<std::size_t>(blocks.count() * sums) * sizeof(float)));
    const DropoutMask mask =
        pass.dropout_place == DropoutPlace::none ? DropoutMask() : DropoutMask(pass.dropout);
    const BlockBackward body{pass.dy,
                             pass.saved.normalised,
                             pass.saved.reciprocal_deviation.data,
                             pass.dz,
                             pass.dbranch,
                             {pass.gamma.data, n},
                             mask,
                             pass.dropout_place == DropoutPlace::on_output && mask.active,
                             RowNames(rows)};
    for_rows(
        device, "remo::layer_norm::backward", blocks.count(), KOKKOS_LAMBDA(Index b) {
            const BlockBackward local = body;
            float* const own = partial + b * sums;
            for (Index j = 0; j < sums; ++j) own[j] = 0.0f;
            for (Index i = blocks.begin(b); i < blocks.end(b); ++i) local.row(i, own);
        });
    add_partial_sums(device, "remo::layer_norm::dgamma", partial, blocks.count(), sums, 0, pass.dgamma);
    add_partial_sums(device, "remo::layer_norm::dbeta", partial, blocks.count(), sums, n, pass.dbeta);
    if (pass.dbranch.data != nullptr)
        add_partial_sums(device, "remo::layer_norm::dbias", partial, blocks.count(), sums, 2 * n, pass.dbias);
}

void layer_norm_backward(Device& device, ConstMatrix dy, const LayerNormSaved& saved, ConstVector gamma,
                         Matrix dx, Vector dgamma, Vector dbeta) {
    layer_norm_backward(device, {dy, saved, gamma, {}, DropoutPlace::none, dx, {}, dgamma, dbeta, {}}, {});
}

void residual_layer_norm_backward(Device& device, ConstMatrix dy, const LayerNormSaved& saved,
                                  ConstVector gamma, const Dropout& dropout, const DropoutRows& rows,
                                  Matrix dx, Matrix dresidual, Vector dgamma, Vector dbeta, Vector dbias) {
    layer_norm_backward(
        device, {dy, saved, gamma, dropout, DropoutPlace::on_branch, dresidual, dx, dgamma, dbeta, dbias},
        rows);
}

}  // namespace remo::kernels
