#pragma once
/// \file
/// Linear layers: y = x W^T + b. The bias is mostly added by a fused kernel behind the product.
#include <string>
#include <vector>

#include "remo/nn/run_context.hpp"

namespace remo::nn {

/// One weight (out, in) and bias (out).
struct Linear {
    ParameterHandle weight;
    ParameterHandle bias;

    /// Declares `<name>.weight` and `<name>.bias`.
    static Linear declare(ParameterStore& parameters, const std::string& name, Index out, Index in,
                          const std::string& part);

    /// y (rows, out) = x (rows, in) W^T, without the bias.
    void forward(RunContext& context, ConstMatrix x, Matrix y) const;
    /// dW += dy^T x, unless W is frozen.
    void backward_weight(RunContext& context, ConstMatrix dy, ConstMatrix x) const;
    /// dx = dy W + beta dx.
    void backward_input(RunContext& context, ConstMatrix dy, float beta, Matrix dx) const;
    [[nodiscard]] ConstVector bias_value(const RunContext& context) const {
        return context.parameters.vector(bias);
    }
};

/// Several linear layers (out, in) of one shape that read the same input, as the query, key and value projections do:
/// one product with the weights on top of each other, where they lie end to end in memory, else one each.
class JointLinear {
  public:
    /// Declares all weights, then all biases, so that either lie end to end whenever their sizes are multiples of 16.
    static JointLinear declare(ParameterStore& parameters, const std::vector<std::string>& names, Index out,
                               Index in, const std::string& part);

    /// The layers [begin, begin + count) alone.
    [[nodiscard]] JointLinear range(std::size_t begin, std::size_t count) const;
    [[nodiscard]] ParameterHandle first() const { return layers_.front().weight; }
    [[nodiscard]] bool trainable(const RunContext& context) const;

    /// y (rows, layers * out) = the layers' outputs side by side, biases added.
    void forward(RunContext& context, ConstMatrix x, Matrix y) const;
    /// dW += dy^T x and db += column sums, unless frozen.
    void backward_parameters(RunContext& context, ConstMatrix dy, ConstMatrix x) const;
    /// dx = dy W + beta dx.
    void backward_input(RunContext& context, ConstMatrix dy, float beta, Matrix dx) const;

  private:
    [[nodiscard]] bool joined(const RunContext& context) const;
    std::vector<Linear> layers_;
};

}  // namespace remo::nn
