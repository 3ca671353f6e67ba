#pragma once
/// \file
/// The factors 0 or 1 / (1 - probability) of a dropout, a chunk of a row at a time.
#include <cmath>
#include <cstring>

#include "remo/base/error.hpp"
#include "remo/kernels/dropout_site.hpp"
#include "remo/tensor/detail/execution_space.hpp"
#include "word_lanes.hpp"

namespace remo::kernels {

/// What device code needs of a Dropout.
struct DropoutMask {
    static constexpr int chunk = 128;  ///< columns whose factors a caller asks for at once

    static constexpr int step = 4 * word_lane_count;  ///< columns of one register of counters

    bool active = false;
    std::uint32_t threshold = 0;  ///< words below it are dropped
    float kept_factor = 1.0f;
    std::uint32_t site = 0;
    PhiloxKey key{};

    DropoutMask() = default;
    explicit DropoutMask(const Dropout& dropout)
        : active(dropout.active()), site(dropout.site), key(dropout.key) {
        const double probability = dropout.probability;
        require(probability >= 0.0 && probability < 1.0,
                "A dropout probability must be at least 0 and below 1.");
        threshold = static_cast<std::uint32_t>(std::ceil(probability * 4294967296.0));
        kept_factor = static_cast<float>(1.0 / (1.0 - probability));
    }

    /// factors[0 .. count rounded up to whole registers of counters) of columns first_column .. (a multiple of 4) in
    /// row (sample, place); room for a whole chunk, count at most a chunk.
    KOKKOS_INLINE_FUNCTION void factors(std::uint32_t sample, std::uint32_t place, Index first_column,
                                        Index count, float* target) const {
        auto counter = static_cast<std::uint32_t>(first_column / 4);
        Index j = 0;
        for (; j + 3 * step < count && chunk % (4 * step) == 0;
             j += 4 * step, counter += 4 * word_lane_count) {
            std::uint32_t counters[4];
            for (int g = 0; g < 4; ++g)
                counters[g] = counter + static_cast<std::uint32_t>(g * word_lane_count);
            const std::uint32_t places[4] = {place, place, place, place};
            groups<4>(sample, places, counters, target + j);
        }
        for (; j < count; j += step, counter += word_lane_count)
            groups<1>(sample, &place, &counter, target + j);
    }

    /// Philox as in remo/base/random.hpp, one lane a counter: `step` factors for each group. Groups are taken side by side,
    /// since each round waits for the one before. The high halves of the lanes hold rubbish that nothing looks at.
    template <int Groups>
    KOKKOS_FORCEINLINE_FUNCTION void groups(std::uint32_t sample, const std::uint32_t* places,
                                            const std::uint32_t* counters, float* target) const {
        Words c0[Groups], c1[Groups], c2[Groups], c3[Groups];
        for (int g = 0; g < Groups; ++g) {
            c0[g] = all_lanes(site);
            c1[g] = all_lanes(sample);
            c2[g] = all_lanes(places[g]);
            c3[g] = counting_lanes(counters[g]);
        }
        const Words multiplier0 = all_lanes(0xD2511F53u);
        const Words multiplier1 = all_lanes(0xCD9E8D57u);
        std::uint32_t k0 = key[0];
        std::uint32_t k1 = key[1];
        for (int round = 0; round < 10; ++round) {
            for (int g = 0; g < Groups; ++g) {
                const Words a = low_product(multiplier0, c0[g]);
                const Words b = low_product(multiplier1, c2[g]);
                c0[g] = (b >> 32) ^ c1[g] ^ all_lanes(k0);
                c1[g] = b;
                c2[g] = (a >> 32) ^ c3[g] ^ all_lanes(k1);
                c3[g] = a;
            }
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        for (int g = 0; g < Groups; ++g) to_factors(c0[g], c1[g], c2[g], c3[g], target + g * step);
    }

    /// Words of the counters, in the order of the columns, to factors.
    KOKKOS_FORCEINLINE_FUNCTION void to_factors(Words c0, Words c1, Words c2, Words c3, float* target) const {
        const Words low = all_lanes(0xffffffffu);
        Words ordered[2];
        interleave((c0 & low) | (c1 << 32), (c2 & low) | (c3 << 32), ordered);
        std::uint32_t words[4 * word_lane_count];
        std::memcpy(words, ordered, sizeof(words));
        const std::uint32_t limit = threshold;
        const float kept = kept_factor;
#pragma omp simd
        for (int i = 0; i < 4 * word_lane_count; ++i) target[i] = words[i] >= limit ? kept : 0.0f;
    }
};

/// y = x * dropout factors of the row.
KOKKOS_INLINE_FUNCTION void drop_row(const DropoutMask& mask, std::uint32_t sample, std::uint32_t place,
                                     const float* x, Index columns, float* y) {
    float factors[DropoutMask::chunk];
    for (Index begin = 0; begin < columns; begin += DropoutMask::chunk) {
        const Index width = columns - begin < DropoutMask::chunk ? columns - begin : DropoutMask::chunk;
        mask.factors(sample, place, begin, width, factors);
#pragma omp simd
        for (Index j = 0; j < width; ++j) y[begin + j] = x[begin + j] * factors[j];
    }
}

/// Rows' names in device code; see DropoutRows.
struct RowNames {
    const std::int32_t* samples = nullptr;
    const std::int32_t* places = nullptr;

    explicit RowNames(const DropoutRows& rows) : samples(rows.samples.data), places(rows.places.data) {}
    [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t sample(Index row) const {
        return static_cast<std::uint32_t>(samples[row]);
    }
    [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t place(Index row) const {
        return places == nullptr ? 0u : static_cast<std::uint32_t>(places[row]);
    }
};

}  // namespace remo::kernels
