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

    /// target = source * dropout factors for `count` queries from `first` on, padding columns included; target may be
    /// source. Both are (count, padded keys).
    KOKKOS_INLINE_FUNCTION void drop(const AttentionItem& item, Index first, Index count, const float* source,
                                     float* target) const {
        Index i = 0;
        for (; i + 4 <= count; i += 4) drop_rows<4>(item, first, i, source, target);
        for (; i < count; ++i) drop_rows<1>(item, first, i, source, target);
    }

    /// Rows i .. i + Rows of a block: their words are drawn side by side, as short rows fill but one register each.
    template <int Rows>
    KOKKOS_INLINE_FUNCTION void drop_rows(const AttentionItem& item, Index first, Index i,
                                          const float* source, float* target) const {
        DropoutMask own = mask;
        own.site += static_cast<std::uint32_t>(item.head);
        const auto sample = static_cast<std::uint32_t>(samples[item.sequence]);
        std::uint32_t rows[Rows];
        for (int r = 0; r < Rows; ++r)
            rows[r] = places == nullptr ? 0u : static_cast<std::uint32_t>(places[first + i + r]);
        const Index width = padded(item.keys);
        float factors[Rows * DropoutMask::step];
        for (Index j = 0; j < width; j += DropoutMask::step) {
            std::uint32_t counters[Rows];
            for (int r = 0; r < Rows; ++r) counters[r] = static_cast<std::uint32_t>(j / 4);
            own.groups<Rows>(sample, rows, counters, factors);
            const Index end = width - j < DropoutMask::step ? width - j : DropoutMask::step;
            for (int r = 0; r < Rows; ++r) {
                const Index at = (i + r) * width + j;
#pragma omp simd
                for (Index c = 0; c < end; ++c)
                    target[at + c] = source[at + c] * factors[r * DropoutMask::step + c];
            }
        }
    }

    /// A policy with `floats` of scratch memory for each team of one thread.
    [[nodiscard]] TeamPolicy policy(Device& device, Index floats) const {
        return TeamPolicy(device.instance().space, static_cast<int>(sequences * heads), 1)
            .set_scratch_size(1, Kokkos::PerTeam(static_cast<int>(floats * sizeof(float)) + 64));
    }
};

}  // namespace remo::kernels
