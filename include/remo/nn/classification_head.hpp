#pragma once
/// \file
/// Heads: from hidden states to logits.
#include "remo/kernels/activation.hpp"
#include "remo/nn/device_batch.hpp"
#include "remo/nn/linear.hpp"

namespace remo::nn {

class Head {
  public:
    virtual ~Head() = default;
    [[nodiscard]] virtual Rows rows() const = 0;  ///< the hidden states it needs
    [[nodiscard]] virtual ParameterHandle first() const = 0;
    /// Logits for hidden (rows, hidden), in the context's arena.
    virtual Matrix forward(RunContext& context, const DeviceBatch& batch, ConstMatrix hidden) = 0;
    /// Adds the parameters' gradients for d loss / d logits; dhidden (rows, hidden) is assigned when wanted.
    virtual void backward(RunContext& context, const DeviceBatch& batch, ConstMatrix dlogits,
                          bool input_gradient, Matrix dhidden) = 0;
};

/// Sequence classification from the first token: classifier(dropout(activation(dense(h)))). BERT: pooler with tanh;
/// DistilBERT: pre_classifier with ReLU.
class SequenceClassificationHead : public Head {
  public:
    struct Options {
        Index hidden_size = 0;
        Index labels = 0;
        kernels::Activation activation = kernels::Activation::tanh;
        double dropout = 0.0;
        std::uint32_t site = 0;
    };
    SequenceClassificationHead(Linear dense, Linear classifier, const Options& options)
        : dense_(dense), classifier_(classifier), options_(options) {}

    [[nodiscard]] Rows rows() const override { return Rows::first; }
    [[nodiscard]] ParameterHandle first() const override { return dense_.weight; }
    Matrix forward(RunContext& context, const DeviceBatch& batch, ConstMatrix hidden) override;
    void backward(RunContext& context, const DeviceBatch& batch, ConstMatrix dlogits, bool input_gradient,
                  Matrix dhidden) override;

  private:
    void apply_dropout(RunContext& context, const DeviceBatch& batch, Matrix x) const;
    Linear dense_;
    Linear classifier_;
    Options options_;
    // of the last forward
    ConstMatrix hidden_;
    Matrix pooled_;      ///< (sequences, hidden) behind the dropout
    Matrix derivative_;  ///< (sequences, hidden)
};

}  // namespace remo::nn
