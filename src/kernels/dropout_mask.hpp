#pragma once
/// \file
/// The factors 0 or 1 / (1 - probability) of a dropout, a chunk of a row at a time.
#include <cmath>

#include "remo/base/error.hpp"
#include "remo/kernels/dropout_site.hpp"
#include "remo/tensor/detail/execution_space.hpp"

namespace remo::kernels {

/// What device code needs of a Dropout.
struct DropoutMask {
    static constexpr int chunk = 64;  ///< columns made at once

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

    /// factors[0 .. chunk) of columns first_column .. (a multiple of 4) in row (sample, place).
    KOKKOS_INLINE_FUNCTION void factors(std::uint32_t sample, std::uint32_t place, Index first_column,
                                        float* factors) const {
        constexpr int counters = chunk / 4;
        std::uint32_t c0[counters], c1[counters], c2[counters], c3[counters];
        for (int i = 0; i < counters; ++i) {
            c0[i] = site;
            c1[i] = sample;
            c2[i] = place;
            c3[i] = static_cast<std::uint32_t>(first_column / 4) + static_cast<std::uint32_t>(i);
        }
        // Philox as in remo/base/random.hpp, one vector lane a counter.
        std::uint32_t k0 = key[0];
        std::uint32_t k1 = key[1];
        for (int round = 0; round < 10; ++round) {
#pragma omp simd
            for (int i = 0; i < counters; ++i) {
                const std::uint64_t a = std::uint64_t{0xD2511F53u} * c0[i];
                const std::uint64_t b = std::uint64_t{0xCD9E8D57u} * c2[i];
                c0[i] = static_cast<std::uint32_t>(b >> 32) ^ c1[i] ^ k0;
                c1[i] = static_cast<std::uint32_t>(b);
                c2[i] = static_cast<std::uint32_t>(a >> 32) ^ c3[i] ^ k1;
                c3[i] = static_cast<std::uint32_t>(a);
            }
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
#pragma omp simd
        for (int i = 0; i < counters; ++i) {
            factors[4 * i] = c0[i] >= threshold ? kept_factor : 0.0f;
            factors[4 * i + 1] = c1[i] >= threshold ? kept_factor : 0.0f;
            factors[4 * i + 2] = c2[i] >= threshold ? kept_factor : 0.0f;
            factors[4 * i + 3] = c3[i] >= threshold ? kept_factor : 0.0f;
        }
    }
};

/// y = x * dropout factors of the row.
KOKKOS_INLINE_FUNCTION void drop_row(const DropoutMask& mask, std::uint32_t sample, std::uint32_t place,
                                     const float* x, Index columns, float* y) {
    float factors[DropoutMask::chunk];
    for (Index begin = 0; begin < columns; begin += DropoutMask::chunk) {
        mask.factors(sample, place, begin, factors);
        const int width =
            static_cast<int>(columns - begin < DropoutMask::chunk ? columns - begin : DropoutMask::chunk);
#pragma omp simd
        for (int j = 0; j < width; ++j) y[begin + j] = x[begin + j] * factors[j];
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
