#pragma once
/// \file
/// "Did you mean …": the nearest of the known names.
#include <span>
#include <string_view>

namespace remo {

/// The name in `known` with the smallest edit distance (Damerau-Levenshtein, restricted) to `name`; empty when `known` is.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known);

}  // namespace remo
