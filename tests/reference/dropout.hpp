#pragma once
/// \file
/// Dropout factors straight from their definition.
#include "remo/kernels/dropout_site.hpp"

namespace remo::reference {

inline double dropout_factor(const kernels::Dropout& dropout, std::int32_t sample, std::int32_t i, Index j) {
    if (!dropout.active()) return 1.0;
    const double probability = dropout.probability;
    const PhiloxCounter words = philox({dropout.site, static_cast<std::uint32_t>(sample),
                                        static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j / 4)},
                                       dropout.key);
    const double word = words[static_cast<std::size_t>(j % 4)];
    return word >= probability * 4294967296.0 ? 1.0 / (1.0 - probability) : 0.0;
}

}  // namespace remo::reference
