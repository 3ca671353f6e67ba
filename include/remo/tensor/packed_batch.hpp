#pragma once
/// \file
/// Sequences laid end to end without padding, on the host: what data makes and nn computes on.
#include <cstdint>
#include <vector>

namespace remo {

/// Label of a sample that has none.
inline constexpr std::int32_t unlabelled = -1;

/// One micro-batch of one rank. Tokens cu_seqlens[b] .. cu_seqlens[b+1] are those of sequence b.
struct PackedBatch {
    std::vector<std::int32_t> token_ids;   ///< (tokens)
    std::vector<std::int32_t> type_ids;    ///< (tokens) segment of each token: 0, or 1 for a pair's second text
    std::vector<std::int32_t> cu_seqlens;  ///< (sequences + 1)
    std::vector<std::int64_t> samples;     ///< (sequences) index of the sample in its data set: names its random numbers
    std::vector<std::int32_t> labels;      ///< (sequences) class index, or `unlabelled`
    std::vector<float> weights;            ///< (sequences) weight of the sample in the loss

    [[nodiscard]] std::int64_t tokens() const { return static_cast<std::int64_t>(token_ids.size()); }
    [[nodiscard]] std::int64_t sequences() const { return static_cast<std::int64_t>(samples.size()); }
};

}  // namespace remo
