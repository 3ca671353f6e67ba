#pragma once
/// \file
/// Ragged sequences for tests of kernels over packed rows.
#include <cstdint>
#include <vector>

namespace remo::testing {

struct Packing {
    std::vector<std::int32_t> cu_seqlens{0};
    std::vector<std::int32_t> places;         ///< (tokens)
    std::vector<std::int32_t> token_samples;  ///< (tokens)
    std::vector<std::int32_t> samples;        ///< (sequences)

    Packing(const std::vector<std::int32_t>& lengths, std::int32_t first_sample) {
        for (const std::int32_t length : lengths) {
            samples.push_back(first_sample + static_cast<std::int32_t>(samples.size()));
            for (std::int32_t i = 0; i < length; ++i) {
                places.push_back(i);
                token_samples.push_back(samples.back());
            }
            cu_seqlens.push_back(cu_seqlens.back() + length);
        }
    }
};

}  // namespace remo::testing
