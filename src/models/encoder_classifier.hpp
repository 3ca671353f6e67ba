#pragma once
/// \file
/// The common shape of the architectures here: embeddings, encoder, head.
#include <memory>
#include <string>
#include <vector>

#include "remo/models/model.hpp"
#include "remo/models/model_config.hpp"
#include "remo/nn/classification_head.hpp"
#include "remo/nn/embeddings.hpp"
#include "remo/nn/encoder.hpp"

namespace remo::models {

class EncoderClassifier : public Model {
  public:
    struct Parts {
        nn::Embeddings embeddings;
        nn::Encoder encoder;
        std::unique_ptr<nn::Head> head;
    };
    /// \param store  with the parameters of `parts` declared, in the order of the forward pass
    EncoderClassifier(const ModelConfig& config, ParameterStore store, Parts parts);

    ParameterStore& parameters() override { return store_; }
    [[nodiscard]] int label_count() const override { return static_cast<int>(config_.labels.size()); }
    [[nodiscard]] Index position_count() const override { return config_.position_count; }
    [[nodiscard]] Index vocabulary_size() const override { return config_.vocabulary_size; }
    [[nodiscard]] ParameterHandle sparse_table() const override;
    ConstMatrix forward(nn::RunContext& context, const nn::DeviceBatch& batch) override;
    void backward(nn::RunContext& context, const nn::DeviceBatch& batch, ConstMatrix logit_gradient,
                  const GradientReady& ready) override;

  private:
    void check(const nn::DeviceBatch& batch) const;
    ModelConfig config_;
    ParameterStore store_;
    Parts parts_;
};

/// The names of one encoder block's parameters, without ".weight" and ".bias".
struct BlockNames {
    std::string query, key, value, attention_output, attention_norm, inner, outer, output_norm;
};

/// Adds up an architecture's parts in the order of the forward pass.
class ClassifierBuilder {
  public:
    explicit ClassifierBuilder(const ModelConfig& config) : config_(config) {}

    /// Tables and LayerNorm below `name`; token types only where the configuration has some.
    void add_embeddings(const std::string& name);
    /// \param attention_output_dropout  0 where the architecture has none
    void add_block(const BlockNames& names, double attention_output_dropout);
    /// A dense layer with `activation` on [CLS], and "classifier" behind it.
    void add_head(const std::string& dense, const std::string& part, kernels::Activation activation);
    std::unique_ptr<Model> build();

  private:
    nn::LayerNorm declare_norm(const std::string& name, const std::string& part);
    const ModelConfig& config_;
    ParameterStore store_;
    nn::Embeddings embeddings_;
    std::vector<nn::EncoderBlock> blocks_;
    std::unique_ptr<nn::Head> head_;
};

}  // namespace remo::models
