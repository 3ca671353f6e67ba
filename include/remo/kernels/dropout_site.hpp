#pragma once
/// \file
/// Where a dropout's random numbers come from.
#include <cstdint>

#include "remo/base/random.hpp"
#include "remo/tensor/matrix.hpp"

namespace remo::kernels {

/// One dropout of one layer in one update. Element (sample, i, j) is kept iff word j % 4 of
/// philox({site, sample, i, j / 4}, key) >= probability * 2^32; what is kept is scaled by 1 / (1 -
/// probability). i is the token's place in its sequence (attention: of the query), j the column (attention:
/// place of the key).
struct Dropout {
    float probability = 0.0f;  ///< 0: no dropout, nothing is drawn
    PhiloxKey key{};           ///< random_key(seed, RandomUse::dropout, update)
    std::uint32_t site = 0;    ///< distinct for each place in each layer (attention: and head)

    [[nodiscard]] bool active() const { return probability > 0.0f; }
};

/// What names the rows of a matrix in dropout counters. Not looked at when the dropout is not active.
struct DropoutRows {
    IndexVector samples;  ///< (rows) sample of each row
    IndexVector places;   ///< (rows) place of each row in its sequence; empty: 0 for all ([CLS] rows)
};

}  // namespace remo::kernels
