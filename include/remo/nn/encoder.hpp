#pragma once
/// \file
/// The encoder: blocks of self-attention and feed-forward, each followed by residual and LayerNorm (post-norm, as in BERT).
#include <vector>

#include "remo/nn/feed_forward.hpp"
#include "remo/nn/gradient_ready.hpp"
#include "remo/nn/residual_norm.hpp"
#include "remo/nn/self_attention.hpp"

namespace remo::nn {

/// One block; computes all rows or only the first of each sequence, from the hidden states of all tokens.
class EncoderBlock {
  public:
    EncoderBlock(SelfAttention attention, ResidualNorm attention_norm, FeedForward feed_forward,
                 ResidualNorm output_norm)
        : attention_(std::move(attention)),
          attention_norm_(attention_norm),
          feed_forward_(feed_forward),
          output_norm_(output_norm) {}

    [[nodiscard]] ParameterHandle first() const { return attention_.first(); }

    /// y (rows, hidden) for x (tokens, hidden).
    void forward(RunContext& context, const DeviceBatch& batch, Rows rows, ConstMatrix x, Matrix y);
    /// dy (rows, hidden) is overwritten; dx (tokens, hidden) is assigned when wanted. With all rows, dx must be dy.
    void backward(RunContext& context, const DeviceBatch& batch, Matrix dy, bool input_gradient, Matrix dx);

  private:
    SelfAttention attention_;
    ResidualNorm attention_norm_;
    FeedForward feed_forward_;
    ResidualNorm output_norm_;
    Rows rows_ = Rows::all;
};

class Encoder {
  public:
    Encoder() = default;
    Encoder(std::vector<EncoderBlock> blocks, Index hidden_size)
        : blocks_(std::move(blocks)), hidden_size_(hidden_size) {}

    /// Hidden states (rows, hidden) behind the last block, which computes only `rows`, for x (tokens, hidden). In evaluation
    /// mode x is overwritten and no activations are kept.
    Matrix forward(RunContext& context, const DeviceBatch& batch, Rows rows, Matrix x);
    /// For dy (rows, hidden), overwritten: gradient of x (tokens, hidden); empty when nothing before the encoder is trained.
    Matrix backward(RunContext& context, const DeviceBatch& batch, Matrix dy, ReadyRanges& ready);

  private:
    [[nodiscard]] Rows rows_of(std::size_t block) const {
        return block + 1 == blocks_.size() ? rows_ : Rows::all;
    }
    std::vector<EncoderBlock> blocks_;
    Index hidden_size_ = 0;
    Rows rows_ = Rows::all;
};

}  // namespace remo::nn
