#pragma once
/// \file
/// Layer normalisation, and its form behind a sub-layer: LayerNorm(dropout(x + bias) + residual).
#include <string>

#include "remo/kernels/layer_norm.hpp"
#include "remo/nn/device_batch.hpp"
#include "remo/nn/run_context.hpp"

namespace remo::nn {

struct LayerNorm {
    ParameterHandle gamma;
    ParameterHandle beta;
    float epsilon = 1e-12f;

    /// Declares `<name>.weight` and `<name>.bias`.
    static LayerNorm declare(ParameterStore& parameters, const std::string& name, Index size, double epsilon,
                             const std::string& part);
    [[nodiscard]] kernels::LayerNormParameters values(const RunContext& context) const;
};

/// The end of a post-norm sub-layer, in one pass over memory.
class ResidualNorm {
  public:
    ResidualNorm() = default;
    /// \param bias  of the sub-layer's last linear layer, which is added here
    ResidualNorm(LayerNorm norm, ParameterHandle bias, double dropout, std::uint32_t site)
        : norm_(norm), bias_(bias), dropout_(static_cast<float>(dropout)), site_(site) {}

    /// y = LayerNorm(dropout(x + bias) + residual), all (rows, hidden). In training mode x is overwritten by what backward needs.
    void forward(RunContext& context, const RowSelection& rows, Matrix x, ConstMatrix residual, Matrix y);
    /// dx is assigned; dy becomes the gradient of the residual.
    void backward(RunContext& context, const RowSelection& rows, Matrix dy, Matrix dx);

  private:
    LayerNorm norm_;
    ParameterHandle bias_;
    float dropout_ = 0.0f;
    std::uint32_t site_ = 0;
    kernels::LayerNormSaved saved_;
};

}  // namespace remo::nn
