#include "remo/kernels/softmax_cross_entropy.hpp"

#include <cmath>
#include <vector>

#include "parallel.hpp"
#include "vector_math.hpp"

namespace remo::kernels {

namespace {

/// log sum exp of a row, which is shifted by its largest element.
KOKKOS_INLINE_FUNCTION float log_sum_exp(const float* x, Index classes) {
    float largest = x[0];
#pragma omp simd reduction(max : largest)
    for (Index c = 0; c < classes; ++c) largest = x[c] > largest ? x[c] : largest;
    float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
    for (Index c = 0; c < classes; ++c) sum += vector_exp(x[c] - largest);
    return largest + std::log(sum);
}

/// Loss and gradient of one row, see the header.
struct RowLoss {
    Index classes;
    float smoothing;
    float inverse_denominator;

    KOKKOS_INLINE_FUNCTION double operator()(const float* x, std::int32_t label, float weight,
                                             float* gradient) const {
        if (label < 0) {
            for (Index c = 0; c < classes && gradient != nullptr; ++c) gradient[c] = 0.0f;
            return 0.0;
        }
        const float normaliser = log_sum_exp(x, classes);
        const float share = smoothing / static_cast<float>(classes);
        double mixed = (1.0 - static_cast<double>(smoothing)) * static_cast<double>(x[label]);
        if (smoothing > 0.0f) {
            for (Index c = 0; c < classes; ++c)
                mixed += static_cast<double>(share) * static_cast<double>(x[c]);
        }
        if (gradient != nullptr) {
            const float factor = weight * inverse_denominator;
#pragma omp simd
            for (Index c = 0; c < classes; ++c)
                gradient[c] = factor * (vector_exp(x[c] - normaliser) - share);
            gradient[label] -= factor * (1.0f - smoothing);
        }
        return static_cast<double>(weight) * (static_cast<double>(normaliser) - mixed);
    }
};

double sum_on_host(Device& device, const double* losses, Index count) {
    std::vector<double> host(static_cast<std::size_t>(count));
    device.copy_to_host(host.data(), losses, host.size() * sizeof(double));
    double sum = 0.0;
    for (const double loss : host) sum += loss;
    return sum;
}

}  // namespace

void softmax_cross_entropy(Device& device, ConstMatrix logits, IndexVector labels, ConstVector weights,
                           float label_smoothing, float inverse_denominator, Matrix gradient,
                           double* loss_sum) {
    const RowLoss row_loss{logits.columns, label_smoothing, inverse_denominator};
    auto* const losses = reinterpret_cast<double*>(
        device.instance().scratch(static_cast<std::size_t>(logits.rows) * sizeof(double)));
    for_rows(
        device, "remo::softmax_cross_entropy::rows", logits.rows, KOKKOS_LAMBDA(Index i) {
            const float weight = weights.data == nullptr ? 1.0f : weights.data[i];
            float* const slope = gradient.data == nullptr ? nullptr : gradient.data + i * gradient.stride;
            losses[i] = row_loss(logits.data + i * logits.stride, labels.data[i], weight, slope);
        });
    if (loss_sum != nullptr) *loss_sum = sum_on_host(device, losses, logits.rows);
}

void softmax_rows(Device& device, ConstMatrix logits, Matrix probabilities) {
    for_rows(
        device, "remo::softmax_cross_entropy::softmax", logits.rows, KOKKOS_LAMBDA(Index i) {
            const float* const x = logits.data + i * logits.stride;
            float* const p = probabilities.data + i * probabilities.stride;
            const float normaliser = log_sum_exp(x, logits.columns);
            const Index n = logits.columns;
#pragma omp simd
            for (Index c = 0; c < n; ++c) p[c] = vector_exp(x[c] - normaliser);
        });
}

void log_softmax_rows(Device& device, ConstMatrix logits, Matrix log_probabilities) {
    for_rows(
        device, "remo::softmax_cross_entropy::log_softmax", logits.rows, KOKKOS_LAMBDA(Index i) {
            const float* const x = logits.data + i * logits.stride;
            float* const p = log_probabilities.data + i * log_probabilities.stride;
            const float normaliser = log_sum_exp(x, logits.columns);
            const Index n = logits.columns;
#pragma omp simd
            for (Index c = 0; c < n; ++c) p[c] = x[c] - normaliser;
        });
}

}  // namespace remo::kernels
