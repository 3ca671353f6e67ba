#pragma once
/// \file
/// A packed batch in device memory, with what the kernels derive from it.
#include "remo/kernels/dropout_site.hpp"
#include "remo/kernels/embedding.hpp"
#include "remo/tensor/arena.hpp"
#include "remo/tensor/packed_batch.hpp"

namespace remo::nn {

/// Views live in the arena that `upload` was given.
struct DeviceBatch {
    Index tokens = 0;
    Index sequences = 0;
    Index longest = 0;           ///< tokens of the longest sequence
    Index highest_token_id = 0;  ///< for checks against the tables
    Index highest_type_id = 0;
    IndexVector token_ids;         ///< (tokens)
    IndexVector type_ids;          ///< (tokens)
    IndexVector positions;         ///< (tokens) place in its own sequence
    IndexVector token_samples;     ///< (tokens) sample number, for dropout counters (low 32 bits)
    IndexVector cu_seqlens;        ///< (sequences + 1)
    IndexVector sequence_samples;  ///< (sequences) sample number
    IndexVector labels;            ///< (sequences)
    ConstVector weights;           ///< (sequences)
    /// Tokens ordered by (id, place), and where each distinct id begins: gradients of embedding rows add up in this order,
    /// whatever the number of threads.
    IndexVector by_id_tokens;  ///< (tokens)
    IndexVector by_id_begins;  ///< (distinct + 1)
    IndexVector distinct_ids;  ///< (distinct) ascending
};

/// Copies the batch to the device in one piece. The batch must not be empty: a rank without samples computes nothing.
DeviceBatch upload(Device& device, Arena& arena, const PackedBatch& batch);

/// Which tokens' hidden states something needs.
enum class Rows : std::uint8_t {
    all,   ///< every token
    first  ///< the first token of each sequence, [CLS]
};

/// The rows of a hidden-state matrix that holds all tokens or only the first ones.
struct RowSelection {
    Index count = 0;
    IndexVector tokens;          ///< (count) token of each row; empty: row i is token i
    kernels::DropoutRows names;  ///< what names the rows in dropout counters
};

RowSelection select_rows(const DeviceBatch& batch, Rows rows);

}  // namespace remo::nn
