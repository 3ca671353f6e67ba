#pragma once
/// \file
/// The numbers of a model's dropout places; random numbers depend on them, so they never change for a given model.
#include <cstdint>

#include "remo/tensor/matrix.hpp"

namespace remo::nn {

/// 0 is the embeddings'; each layer has heads + 2 of its own: its attention heads, attention output, feed-forward output;
/// the one behind the last layer is the head's.
struct DropoutSites {
    Index heads = 1;

    [[nodiscard]] static constexpr std::uint32_t embeddings() { return 0; }
    [[nodiscard]] constexpr std::uint32_t attention(Index layer) const {  ///< of head 0; head h has + h
        return static_cast<std::uint32_t>(1 + layer * (heads + 2));
    }
    [[nodiscard]] constexpr std::uint32_t attention_output(Index layer) const {
        return attention(layer) + static_cast<std::uint32_t>(heads);
    }
    [[nodiscard]] constexpr std::uint32_t feed_forward(Index layer) const {
        return attention_output(layer) + 1;
    }
    [[nodiscard]] constexpr std::uint32_t classifier(Index layers) const { return attention(layers); }
};

}  // namespace remo::nn
