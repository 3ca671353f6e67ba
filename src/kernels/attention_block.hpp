#pragma once
/// \file
/// What forward and backward attention share: a team works on one (sequence, head) at a time, with the keys transposed in
/// its scratch memory and blocks of queries against all keys.
#include "dropout_mask.hpp"
#include "parallel.hpp"
#include "remo/base/error.hpp"
#include "remo/kernels/attention.hpp"
#include "small_product.hpp"
#include "vector_math.hpp"

namespace remo::kernels {

using TeamPolicy = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::IndexType<Index>>;
using Team = TeamPolicy::member_type;

/// Rows of q and of k, v that one (sequence, head) takes.
struct AttentionItem {
    Index sequence, head;
    Index first_query, queries;
    Index first_key, keys;
};

/// AttentionLayout in device code.
struct AttentionBlocks {
    static constexpr Index query_block = 32;  ///< queries that are taken against all keys at once

    AttentionBlocks(const AttentionLayout& layout, Index hidden)
        : cu_keys(layout.cu_keys.data),
          cu_queries(layout.cu_queries.data),
          places(layout.query_places.data),
          samples(layout.samples.data),
          sequences(layout.cu_keys.size > 0 ? layout.cu_keys.size - 1 : 0),
          heads(layout.heads),
          head_size(hidden / layout.heads),
          longest(padded(layout.longest)),
          scale(layout.scale),
          mask(layout.dropout) {
        require(hidden % layout.heads == 0,
                "Attention: the hidden size must be a multiple of the number of heads.");
    }

    const std::int32_t* cu_keys;
    const std::int32_t* cu_queries;
    const std::int32_t* places;
    const std::int32_t* samples;
    Index sequences, heads, head_size;
    Index longest;  ///< keys of the longest sequence, padded
    float scale;
    DropoutMask mask;

    [[nodiscard]] KOKKOS_INLINE_FUNCTION AttentionItem item(Index number) const {
        const Index b = number / heads;
        const Index first_query = cu_queries == nullptr ? b : cu_queries[b];
        const Index queries = cu_queries == nullptr ? 1 : cu_queries[b + 1] - cu_queries[b];
        return {b, number - b * heads, first_query, queries, cu_keys[b], cu_keys[b + 1] - cu_keys[b]};
    }

    /// Keys of a sequence rounded up to whole registers: the columns that products of scores work on.
    [[nodiscard]] static KOKKOS_FORCEINLINE_FUNCTION Index padded(Index keys) {
        return (keys + lane_count - 1) / lane_count * lane_count;
    }

    /// transposed (head_size, padded keys) = rows (keys, head_size) of a strided matrix; padding columns are zero.
    KOKKOS_INLINE_FUNCTION void transpose(const float* rows, Index stride, Index keys,
                                          float* transposed) const {
        const Index width = padded(keys);
        for (Index j = 0; j < keys; ++j) {
            for (Index c = 0; c < head_size; ++c) transposed[c * width + j] = rows[j * stride + c];
        }
        for (Index c = 0; c < head_size; ++c) {
            for (Index j = keys; j < width; ++j) transposed[c * width + j] = 0.0f;
        }
    }

    /// target = source * dropout factors of one query's keys, padding included; target may be source.
    KOKKOS_INLINE_FUNCTION void drop(const AttentionItem& item, Index query, const float* source,
                                     float* target) const {
        DropoutMask own = mask;
        own.site += static_cast<std::uint32_t>(item.head);
        const std::uint32_t place = places == nullptr ? 0u : static_cast<std::uint32_t>(places[query]);
        drop_row(own, static_cast<std::uint32_t>(samples[item.sequence]), place, source, padded(item.keys),
                 target);
    }

    /// A policy with `floats` of scratch memory for each team of one thread.
    [[nodiscard]] TeamPolicy policy(Device& device, Index floats) const {
        return TeamPolicy(device.instance().space, static_cast<int>(sequences * heads), 1)
            .set_scratch_size(1, Kokkos::PerTeam(static_cast<int>(floats * sizeof(float)) + 64));
    }
};

}  // namespace remo::kernels
