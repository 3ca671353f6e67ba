#pragma once
/// \file
/// Bias and activation in one pass. Forward stores the derivative, which costs little there (one exponential
/// serves both) and leaves a multiplication to backward.
#include <cstdint>

#include "remo/tensor/device.hpp"

namespace remo::kernels {

/// gelu is the exact form x Phi(x), with erf.
enum class Activation : std::uint8_t { gelu, relu, tanh };

/// y = f(x + bias), derivative = f'(x + bias); all (rows, columns). `bias` may be empty; `derivative` without
/// data (inference) is left out. y or derivative may be x.
void activation_forward(Device& device, Activation activation, ConstMatrix x, ConstVector bias, Matrix y,
                        Matrix derivative);

/// dx = dy * derivative, dbias += column sums of dx (left out when without data). dx may be dy or derivative.
void activation_backward(Device& device, ConstMatrix dy, ConstMatrix derivative, Matrix dx, Vector dbias);

}  // namespace remo::kernels
