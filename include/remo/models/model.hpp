#pragma once
/// \file
/// What the trainer sees of a model.
#include <memory>
#include <string>

#include "remo/nn/device_batch.hpp"
#include "remo/nn/gradient_ready.hpp"
#include "remo/nn/run_context.hpp"
#include "remo/tensor/parameter_store.hpp"

namespace remo::models {

using nn::GradientReady;

/// A model with a classification head. One object a replica; keeps the activations of its last forward.
class Model {
  public:
    virtual ~Model() = default;
    [[nodiscard]] virtual ParameterStore& parameters() = 0;
    [[nodiscard]] virtual int label_count() const = 0;
    [[nodiscard]] virtual Index position_count() const = 0;  ///< max_position_embeddings
    [[nodiscard]] virtual Index vocabulary_size() const = 0;
    /// The table of word embeddings, whose gradient is zero but for the rows of the batch's tokens; invalid where that is not so
    /// (a tied decoder) or the table is frozen.
    [[nodiscard]] virtual ParameterHandle sparse_table() const { return {}; }
    /// Logits (sequences, labels), in the context's arena. In training mode the activations are kept for `backward`.
    virtual ConstMatrix forward(nn::RunContext& context, const nn::DeviceBatch& batch) = 0;
    /// Adds the gradients of all parameters for d loss / d logits (sequences, labels); ranges become ready from the back of
    /// the flat buffer to its front, together covering all of it.
    virtual void backward(nn::RunContext& context, const nn::DeviceBatch& batch, ConstMatrix logit_gradient,
                          const GradientReady& ready) = 0;
};

}  // namespace remo::models
