#pragma once
/// \file
/// The position-wise feed-forward sub-layer: activation(x W1^T + b1) W2^T (+ b2, added behind).
#include "remo/kernels/activation.hpp"
#include "remo/nn/linear.hpp"

namespace remo::nn {

/// The kernel for a configuration's name; Error(usage) lists those that are known.
kernels::Activation activation_named(std::string_view name);

class FeedForward {
  public:
    FeedForward() = default;
    FeedForward(Linear inner, Linear outer, Index inner_size, kernels::Activation activation)
        : inner_(inner), outer_(outer), inner_size_(inner_size), activation_(activation) {}

    [[nodiscard]] ParameterHandle output_bias() const { return outer_.bias; }

    /// y (rows, hidden), without the outer bias, for x (rows, hidden).
    void forward(RunContext& context, ConstMatrix x, Matrix y);
    /// For dy (rows, hidden): adds the parameters' gradients; dx += gradient of x.
    void backward(RunContext& context, ConstMatrix dy, Matrix dx);

  private:
    Linear inner_;
    Linear outer_;
    Index inner_size_ = 0;
    kernels::Activation activation_ = kernels::Activation::gelu;
    // of the last forward
    ConstMatrix input_;
    Matrix activated_;   ///< (rows, inner)
    Matrix derivative_;  ///< (rows, inner)
};

}  // namespace remo::nn
