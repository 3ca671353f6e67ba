#pragma once
/// \file
/// Sums of embedding rows, and their gradients in a fixed order.
#include "remo/kernels/dropout_site.hpp"
#include "remo/kernels/layer_norm.hpp"
#include "remo/tensor/device.hpp"

namespace remo::kernels {

/// Which rows each token takes.
struct EmbeddingIndices {
    IndexVector token_ids;  ///< (tokens)
    IndexVector positions;  ///< (tokens)
    IndexVector type_ids;   ///< (tokens); not read when there is no type table
};

/// The tables; `types` without rows: none. For positions that start at an offset (RoBERTa), pass a row_range.
struct EmbeddingTables {
    ConstMatrix words;      ///< (vocabulary, hidden)
    ConstMatrix positions;  ///< (places, hidden)
    ConstMatrix types;      ///< (types, hidden) or empty
};

/// Tokens ordered by (id, place): tokens by_id_tokens[by_id_begins[d] .. by_id_begins[d+1]] have id
/// distinct_ids[d].
struct TokensById {
    IndexVector tokens;        ///< (tokens)
    IndexVector begins;        ///< (distinct + 1)
    IndexVector distinct_ids;  ///< (distinct)
};

/// sum (tokens, hidden) = words[id] + positions[place] + types[type].
void embedding_forward(Device& device, const EmbeddingIndices& indices, const EmbeddingTables& tables,
                       Matrix sum);

/// y (tokens, hidden) = dropout(LayerNorm(words[id] + positions[place] + types[type])). `saved` keeps what
/// embedding_layer_norm_backward needs; without data (inference) nothing is kept.
void embedding_layer_norm_forward(Device& device, const EmbeddingIndices& indices,
                                  const EmbeddingTables& tables, const LayerNormParameters& norm,
                                  const Dropout& dropout, const DropoutRows& rows,
                                  const LayerNormSaved& saved, Matrix y);

/// dsum (tokens, hidden) = gradient of the sum of rows, for dy (tokens, hidden); dsum may be dy. dgamma,
/// dbeta +=.
void embedding_layer_norm_backward(Device& device, ConstMatrix dy, const LayerNormSaved& saved,
                                   ConstVector gamma, const Dropout& dropout, const DropoutRows& rows,
                                   Matrix dsum, Vector dgamma, Vector dbeta);

/// dwords (vocabulary, hidden) += dsum rows, in the order of `by_id`; touches only the rows of ids that
/// occur.
void word_embedding_backward(Device& device, ConstMatrix dsum, const TokensById& by_id, Matrix dwords);

/// dpositions (places, hidden) += dsum rows by place in the sequence, sequences in ascending order.
/// \param longest  tokens of the longest sequence
void position_embedding_backward(Device& device, ConstMatrix dsum, IndexVector cu_seqlens, Index longest,
                                 Matrix dpositions);

/// dtypes (types, hidden) += dsum rows by type, tokens in ascending order in fixed blocks.
void type_embedding_backward(Device& device, ConstMatrix dsum, IndexVector type_ids, Matrix dtypes);

}  // namespace remo::kernels
