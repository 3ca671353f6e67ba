#pragma once
/// \file
/// Layer normalisation of one row: what the plain and the fused kernels share.
#include "dropout_mask.hpp"
#include "lanes.hpp"
#include "remo/kernels/layer_norm.hpp"

namespace remo::kernels {

/// LayerNormParameters and LayerNormSaved in device code, and how a row is normalised with them.
struct RowNormaliser {
    const float* gamma;
    const float* beta;
    float epsilon;
    float* normalised;
    Index normalised_stride;
    float* reciprocal_deviation;
    Index columns;

    RowNormaliser(const LayerNormParameters& norm, const LayerNormSaved& saved, Index column_count)
        : gamma(norm.gamma.data),
          beta(norm.beta.data),
          epsilon(norm.epsilon),
          normalised(saved.normalised.data),
          normalised_stride(saved.normalised.stride),
          reciprocal_deviation(saved.reciprocal_deviation.data),
          columns(column_count) {}

    /// y = gamma * (z - mean) / sqrt(variance + epsilon) + beta for a row z with the given sum. y or the saved row may be z.
    KOKKOS_INLINE_FUNCTION void operator()(Index row, const float* z, float sum, float* y) const {
        const float* const g = gamma;
        const float* const b = beta;
        const Index n = columns;
        const float mean = sum / static_cast<float>(n);
        const float squares = lane_sum(n, [=]<class V>(V, Index j) {
            const V centred = load<V>(z + j) - mean;
            return centred * centred;
        });
        const float r = 1.0f / std::sqrt(squares / static_cast<float>(n) + epsilon);
        if (normalised == nullptr) {
#pragma omp simd
            for (Index j = 0; j < n; ++j) y[j] = (z[j] - mean) * r * g[j] + b[j];
            return;
        }
        float* const x = normalised + row * normalised_stride;
        reciprocal_deviation[row] = r;
#pragma omp simd
        for (Index j = 0; j < n; ++j) {
            const float value = (z[j] - mean) * r;
            x[j] = value;
            y[j] = value * g[j] + b[j];
        }
    }
};

}  // namespace remo::kernels
