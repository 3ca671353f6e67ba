#pragma once
/// \file
/// Multi-head self-attention over packed sequences (Vaswani et al. 2017), for all tokens or only for the first of each
/// sequence: keys and values are always those of all tokens.
#include "remo/kernels/attention.hpp"
#include "remo/nn/device_batch.hpp"
#include "remo/nn/linear.hpp"

namespace remo::nn {

class SelfAttention {
  public:
    struct Options {
        Index hidden_size = 0;
        Index heads = 1;
        double dropout = 0.0;    ///< of the probabilities
        std::uint32_t site = 0;  ///< dropout site of head 0
    };

    SelfAttention() = default;
    /// \param projections  query, key and value, in this order
    SelfAttention(JointLinear projections, Linear output, const Options& options)
        : projections_(std::move(projections)), output_(output), options_(options) {}

    [[nodiscard]] ParameterHandle first() const { return projections_.first(); }
    [[nodiscard]] ParameterHandle output_bias() const { return output_.bias; }

    /// y (rows, hidden) = output projection without its bias, for x (tokens, hidden).
    void forward(RunContext& context, const DeviceBatch& batch, Rows rows, ConstMatrix x, Matrix y);
    /// For dy (rows, hidden): adds the parameters' gradients; with `input_gradient`, dx (tokens, hidden) = gradient of x plus
    /// `residual` (rows, hidden) at its rows. With all rows, dx must be `residual`; else `residual` is overwritten.
    void backward(RunContext& context, const DeviceBatch& batch, ConstMatrix dy, bool input_gradient,
                  Matrix residual, Matrix dx);

  private:
    struct Projected {
        Matrix queries;      ///< (rows, hidden)
        Matrix keys_values;  ///< (tokens, 2 hidden)
    };
    [[nodiscard]] Projected take(RunContext& context, const DeviceBatch& batch) const;
    [[nodiscard]] Matrix joint(const Projected& projected) const;
    [[nodiscard]] Matrix keys(const Projected& projected) const;
    [[nodiscard]] Matrix values(const Projected& projected) const;
    [[nodiscard]] kernels::AttentionLayout layout(const RunContext& context, const DeviceBatch& batch) const;
    void project(RunContext& context, const DeviceBatch& batch, ConstMatrix x);
    void backward_first(RunContext& context, const Projected& gradients, bool input_gradient,
                        const DeviceBatch& batch, Matrix residual, Matrix dx) const;

    JointLinear projections_;
    Linear output_;
    Options options_;
    // of the last forward
    Rows rows_ = Rows::all;
    ConstMatrix input_;        ///< (tokens, hidden)
    ConstMatrix first_input_;  ///< (sequences, hidden) rows of [CLS], with Rows::first
    Projected projected_;
    Matrix context_vectors_;  ///< (rows, hidden)
    Matrix log_sum_exp_;      ///< (rows, heads)
};

}  // namespace remo::nn
