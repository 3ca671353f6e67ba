#pragma once
/// \file
/// Normally distributed initial weights.
#include <span>
#include <string_view>

#include "remo/base/random.hpp"

namespace remo::models {

/// values[i] = deviation * z_i with z_i standard normal, drawn from word i % 4 of philox({i / 4, 0, 0, 0}, key).
void fill_normal(std::span<float> values, double deviation, PhiloxKey key);

/// The key of a parameter's initial values: depends on the seed and its name, on nothing else.
PhiloxKey initialisation_key(std::uint64_t seed, std::string_view parameter_name);

}  // namespace remo::models
