#pragma once
/// \file
/// Token embeddings: dropout(LayerNorm(word + position (+ type))).
#include "remo/nn/residual_norm.hpp"

namespace remo::nn {

class Embeddings {
  public:
    struct Tables {
        ParameterHandle words;      ///< (vocabulary, hidden)
        ParameterHandle positions;  ///< (places, hidden)
        ParameterHandle types;      ///< (types, hidden); invalid: the architecture has none
    };

    Embeddings() = default;
    Embeddings(Tables tables, LayerNorm norm, double dropout, std::uint32_t site)
        : tables_(tables), norm_(norm), dropout_(static_cast<float>(dropout)), site_(site) {}

    [[nodiscard]] const Tables& tables() const { return tables_; }
    /// y (tokens, hidden), assigned.
    void forward(RunContext& context, const DeviceBatch& batch, Matrix y);
    /// Adds the tables' and the norm's gradients for dy (tokens, hidden), which is overwritten.
    void backward(RunContext& context, const DeviceBatch& batch, Matrix dy);

  private:
    [[nodiscard]] kernels::EmbeddingTables table_values(const RunContext& context) const;
    Tables tables_;
    LayerNorm norm_;
    float dropout_ = 0.0f;
    std::uint32_t site_ = 0;
    kernels::LayerNormSaved saved_;
};

}  // namespace remo::nn
