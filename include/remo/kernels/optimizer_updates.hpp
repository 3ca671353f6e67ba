#pragma once
/// \file
/// Updates of parameter ranges, equal to PyTorch's torch.optim (single-tensor, not amsgrad, not maximize)
/// formula by formula.
#include "remo/tensor/device.hpp"

namespace remo::kernels {

/// One AdamW update (Loshchilov and Hutter 2019), with rates computed by the caller in double.
struct AdamW {
    double learning_rate = 0.0;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
    double weight_decay = 0.0;      ///< 0 for biases and norms
    double bias_correction1 = 1.0;  ///< 1 - beta1^step
    double bias_correction2 = 1.0;  ///< 1 - beta2^step
    float gradient_scale = 1.0f;    ///< multiplies the gradient first (clipping)
};

/// value *= 1 - lr wd; m += (1 - beta1)(g - m); v = beta2 v + (1 - beta2) g^2;
/// value -= lr / bias_correction1 * m / (sqrt(v) / sqrt(bias_correction2) + epsilon). All of one size.
void adamw_update(Device& device, const AdamW& adamw, ConstVector gradient, Vector value, Vector exp_avg,
                  Vector exp_avg_sq);

/// adamw_update of the given distinct rows of tables (table rows, columns), all of one layout.
void adamw_update_rows(Device& device, const AdamW& adamw, IndexVector rows, ConstMatrix gradient, Matrix value, Matrix exp_avg,
                       Matrix exp_avg_sq);

/// The factor that an update multiplies values with before its step: 1 - learning_rate * weight_decay, as the kernel rounds it.
float decay_factor(const AdamW& adamw);

/// One SGD update.
struct Sgd {
    double learning_rate = 0.0;
    double momentum = 0.0;
    double weight_decay = 0.0;  ///< added to the gradient
    bool nesterov = false;
    float gradient_scale = 1.0f;
};

/// g += wd value; buffer = momentum buffer + g; value -= lr (nesterov ? g + momentum buffer : buffer). The
/// buffer starts at zero; with momentum 0 it may be empty and value -= lr g.
void sgd_update(Device& device, const Sgd& sgd, ConstVector gradient, Vector value, Vector momentum_buffer);

}  // namespace remo::kernels
