#pragma once
/// \file
/// Normally distributed initial weights.
#include <span>

#include "remo/base/random.hpp"

namespace remo::nn {

/// values[i] = deviation * z_i, z_i being the standard normal number of word i % 4 of philox({i / 4, 0, 0, 0}, key).
/// \param values  in host memory, at most 2^34 of them
void fill_normal(std::span<float> values, double deviation, PhiloxKey key);

}  // namespace remo::nn
