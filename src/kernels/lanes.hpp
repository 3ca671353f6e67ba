#pragma once
/// \file
/// One vector register of floats, for products too small for the GEMM library. On host compilers a GCC vector type, on
/// GPU compilers a plain float: the same body serves both.
#include <Kokkos_Macros.hpp>
#include <cstring>

#include "remo/tensor/matrix.hpp"

namespace remo::kernels {

#if defined(__CUDACC__) || defined(__HIPCC__) || !(defined(__GNUC__) || defined(__clang__))
inline constexpr int lane_count = 1;
using Lanes = float;
#else
#if defined(__AVX512F__)
inline constexpr int lane_count = 16;
#elif defined(__AVX__)
inline constexpr int lane_count = 8;
#else
inline constexpr int lane_count = 4;
#endif
using Lanes = float __attribute__((vector_size(lane_count * sizeof(float))));
#endif

/// Vector is Lanes or, for what fills no register, float.
template <class Vector>
KOKKOS_FORCEINLINE_FUNCTION Vector load(const float* source) {
    Vector vector;
    std::memcpy(&vector, source, sizeof(Vector));
    return vector;
}

template <class Vector>
KOKKOS_FORCEINLINE_FUNCTION void store(float* target, Vector vector) {
    std::memcpy(target, &vector, sizeof(Vector));
}

/// Combines the elements of an array as a tree of halves; recursion, since GCC unrolls it and keeps it in registers.
template <int Count, class Combine>
KOKKOS_FORCEINLINE_FUNCTION float folded(const float* parts, const Combine& combine) {
    if constexpr (Count == 1) {
        return parts[0];
    } else {
        float half[Count / 2];
        for (int i = 0; i < Count / 2; ++i) half[i] = combine(parts[i], parts[i + Count / 2]);
        return folded<Count / 2>(half, combine);
    }
}

KOKKOS_FORCEINLINE_FUNCTION float horizontal_sum(Lanes lanes) {
    float parts[lane_count];
    std::memcpy(parts, &lanes, sizeof(Lanes));
    return folded<lane_count>(parts, [](float x, float y) { return x + y; });
}

KOKKOS_FORCEINLINE_FUNCTION float horizontal_max(Lanes lanes) {
    float parts[lane_count];
    std::memcpy(parts, &lanes, sizeof(Lanes));
    return folded<lane_count>(parts, [](float x, float y) { return x < y ? y : x; });
}

/// Sum over j in [0, count) of term(Lanes(), j) for whole registers and term(float(), j) for the rest, where `term` is a
/// generic function of the vector type. GCC's own `omp simd` reductions end in a chain of scalar additions, which costs
/// as much as a whole row of a small model.
template <class Term>
KOKKOS_FORCEINLINE_FUNCTION float lane_sum(Index count, const Term& term) {
    Lanes even = {};
    Lanes odd = {};
    Index j = 0;
    for (; j + 2 * lane_count <= count; j += 2 * lane_count) {
        even += term(Lanes{}, j);
        odd += term(Lanes{}, j + lane_count);
    }
    if (j + lane_count <= count) {
        even += term(Lanes{}, j);
        j += lane_count;
    }
    float sum = horizontal_sum(even + odd);
    for (; j < count; ++j) sum += term(float{}, j);
    return sum;
}

}  // namespace remo::kernels
