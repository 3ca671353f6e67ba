#pragma once
/// \file
/// Layer normalisation (Ba et al. 2016) alone and fused with bias, dropout and residual. Statistics are
/// two-pass in fp32. Gradient vectors without data (frozen parameters) are left out.
#include "remo/kernels/dropout_site.hpp"
#include "remo/tensor/device.hpp"

namespace remo::kernels {

struct LayerNormParameters {
    ConstVector gamma;       ///< (hidden)
    ConstVector beta;        ///< (hidden)
    float epsilon = 1e-12f;  ///< added to the variance
};

/// What backward needs. Without data (inference) forward keeps nothing.
struct LayerNormSaved {
    Matrix normalised;            ///< (rows, hidden) (z - mean) * reciprocal_deviation
    Vector reciprocal_deviation;  ///< (rows) 1 / sqrt(variance + epsilon)
};

/// y = gamma * normalised(x) + beta. `saved.normalised` or y may be x.
void layer_norm_forward(Device& device, ConstMatrix x, const LayerNormParameters& norm,
                        const LayerNormSaved& saved, Matrix y);

/// dx = gradient of layer_norm_forward for dy; dx may be dy. dgamma, dbeta +=.
void layer_norm_backward(Device& device, ConstMatrix dy, const LayerNormSaved& saved, ConstVector gamma,
                         Matrix dx, Vector dgamma, Vector dbeta);

/// y = LayerNorm(dropout(x + bias) + residual), all (rows, hidden). `saved.normalised` or y may be x. `bias`
/// may be empty.
void residual_layer_norm_forward(Device& device, ConstMatrix x, ConstVector bias, const Dropout& dropout,
                                 const DropoutRows& rows, ConstMatrix residual,
                                 const LayerNormParameters& norm, const LayerNormSaved& saved, Matrix y);

/// For dy (rows, hidden): dx = gradient of x, dresidual = gradient of the residual; dgamma, dbeta, dbias +=.
/// dresidual or dx may be dy, but dx must not be dresidual.
void residual_layer_norm_backward(Device& device, ConstMatrix dy, const LayerNormSaved& saved,
                                  ConstVector gamma, const Dropout& dropout, const DropoutRows& rows,
                                  Matrix dx, Matrix dresidual, Vector dgamma, Vector dbeta, Vector dbias);

}  // namespace remo::kernels
