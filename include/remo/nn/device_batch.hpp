#pragma once
/// \file
/// A packed batch in device memory, with what the kernels derive from it.
#include "remo/tensor/arena.hpp"
#include "remo/tensor/packed_batch.hpp"

namespace remo::nn {

/// Views live in the arena that `upload` was given.
struct DeviceBatch {
    Index tokens = 0;
    Index sequences = 0;
    Index longest = 0;             ///< tokens of the longest sequence
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
    IndexVector by_id_tokens;   ///< (tokens)
    IndexVector by_id_begins;   ///< (distinct + 1)
    IndexVector distinct_ids;   ///< (distinct) ascending
};

DeviceBatch upload(Device& device, Arena& arena, const PackedBatch& batch);

}  // namespace remo::nn
