#include "remo/kernels/optimizer_updates.hpp"

#include <cmath>

#include "parallel.hpp"

namespace remo::kernels {

namespace {

/// Scalars are rounded to float where PyTorch rounds them.
struct AdamWScalars {
    explicit AdamWScalars(const AdamW& adamw)
        : gradient_scale(adamw.gradient_scale),
          decay(static_cast<float>(1.0 - adamw.learning_rate * adamw.weight_decay)),
          first_weight(static_cast<float>(1.0 - adamw.beta1)),
          beta2(static_cast<float>(adamw.beta2)),
          second_weight(static_cast<float>(1.0 - adamw.beta2)),
          deviation_divisor(static_cast<float>(std::sqrt(adamw.bias_correction2))),
          epsilon(static_cast<float>(adamw.epsilon)),
          step(static_cast<float>(-adamw.learning_rate / adamw.bias_correction1)) {}
    float gradient_scale, decay, first_weight, beta2, second_weight, deviation_divisor, epsilon, step;
};

}  // namespace

namespace {

/// One element; whole ranges and rows share it, so that both round alike.
struct AdamWElement {
    AdamWScalars s;
    const float* g;
    float* p;
    float* m;
    float* v;
    KOKKOS_FORCEINLINE_FUNCTION void operator()(Index i) const {
        const float slope = g[i] * s.gradient_scale;
        const float first = m[i] + s.first_weight * (slope - m[i]);
        const float second = v[i] * s.beta2 + s.second_weight * slope * slope;
        m[i] = first;
        v[i] = second;
        p[i] = p[i] * s.decay + s.step * first / (std::sqrt(second) / s.deviation_divisor + s.epsilon);
    }
};

}  // namespace

void adamw_update(Device& device, const AdamW& adamw, ConstVector gradient, Vector value, Vector exp_avg,
                  Vector exp_avg_sq) {
    for_elements(device, "remo::optimizer_updates::adamw", value.size,
                 AdamWElement{AdamWScalars(adamw), gradient.data, value.data, exp_avg.data, exp_avg_sq.data});
}

void adamw_update_rows(Device& device, const AdamW& adamw, IndexVector rows, ConstMatrix gradient,
                       Matrix value, Matrix exp_avg, Matrix exp_avg_sq) {
    const AdamWElement table{AdamWScalars(adamw), gradient.data, value.data, exp_avg.data, exp_avg_sq.data};
    const Index columns = value.columns;
    for_rows(
        device, "remo::optimizer_updates::adamw_rows", rows.size, KOKKOS_LAMBDA(Index r) {
            const AdamWElement element = table;
            const Index begin = rows.data[r] * columns;
#pragma omp simd
            for (Index i = begin; i < begin + columns; ++i) element(i);
        });
}

float decay_factor(const AdamW& adamw) {
    return AdamWScalars(adamw).decay;
}

void sgd_update(Device& device, const Sgd& sgd, ConstVector gradient, Vector value, Vector momentum_buffer) {
    const auto rate = static_cast<float>(-sgd.learning_rate);
    const auto decay = static_cast<float>(sgd.weight_decay);
    const auto momentum = static_cast<float>(sgd.momentum);
    const bool nesterov = sgd.nesterov;
    const float factor = sgd.gradient_scale;
    const float* const g = gradient.data;
    float* const p = value.data;
    float* const buffer = momentum_buffer.data;
    if (sgd.momentum == 0.0) {
        for_elements(
            device, "remo::optimizer_updates::sgd", value.size,
            KOKKOS_LAMBDA(Index i) { p[i] += rate * (g[i] * factor + decay * p[i]); });
        return;
    }
    for_elements(
        device, "remo::optimizer_updates::sgd_momentum", value.size, KOKKOS_LAMBDA(Index i) {
            const float slope = g[i] * factor + decay * p[i];
            const float velocity = momentum * buffer[i] + slope;
            buffer[i] = velocity;
            p[i] += rate * (nesterov ? slope + momentum * velocity : velocity);
        });
}

}  // namespace remo::kernels
