#pragma once
/// \file
/// One vector register of 32-bit words in 64-bit lanes, for Philox: its 32 x 32 -> 64 bit products are one instruction,
/// which GCC does not find on its own. On GPUs and processors without it, one plain 64-bit number.
#include <Kokkos_Macros.hpp>
#include <cstdint>
#include <cstring>

#if defined(__AVX2__) && !defined(__CUDACC__) && !defined(__HIPCC__)
#include <immintrin.h>
#define REMO_WORD_LANES 1
#endif

namespace remo::kernels {

#if !defined(REMO_WORD_LANES)

using Words = std::uint64_t;

/// Product of the low 32 bits; the high 32 bits of the factors are not looked at.
KOKKOS_FORCEINLINE_FUNCTION Words low_product(Words x, Words y) {
    return (x & 0xffffffffu) * (y & 0xffffffffu);
}

/// x and y lane by lane: x0 y0 x1 y1 …
KOKKOS_FORCEINLINE_FUNCTION void interleave(Words x, Words y, Words* target) {
    target[0] = x;
    target[1] = y;
}

#elif defined(__AVX512F__)

using Words = std::uint64_t __attribute__((vector_size(64)));

inline Words low_product(Words x, Words y) {
    return reinterpret_cast<Words>(
        _mm512_maskz_mul_epu32(0xff, reinterpret_cast<__m512i>(x), reinterpret_cast<__m512i>(y)));
}

inline void interleave(Words x, Words y, Words* target) {
    target[0] = __builtin_shufflevector(x, y, 0, 8, 1, 9, 2, 10, 3, 11);
    target[1] = __builtin_shufflevector(x, y, 4, 12, 5, 13, 6, 14, 7, 15);
}

#else

using Words = std::uint64_t __attribute__((vector_size(32)));

inline Words low_product(Words x, Words y) {
    return reinterpret_cast<Words>(
        _mm256_mul_epu32(reinterpret_cast<__m256i>(x), reinterpret_cast<__m256i>(y)));
}

inline void interleave(Words x, Words y, Words* target) {
    target[0] = __builtin_shufflevector(x, y, 0, 4, 1, 5);
    target[1] = __builtin_shufflevector(x, y, 2, 6, 3, 7);
}

#endif

inline constexpr int word_lane_count = sizeof(Words) / sizeof(std::uint64_t);

/// The number in each lane.
KOKKOS_FORCEINLINE_FUNCTION Words all_lanes(std::uint64_t value) {
    return Words{} + value;
}

/// first, first + 1, … from lane to lane.
KOKKOS_FORCEINLINE_FUNCTION Words counting_lanes(std::uint64_t first) {
    std::uint64_t values[word_lane_count];
    for (int i = 0; i < word_lane_count; ++i) values[i] = first + static_cast<std::uint64_t>(i);
    Words words;
    std::memcpy(&words, values, sizeof(Words));
    return words;
}

}  // namespace remo::kernels
