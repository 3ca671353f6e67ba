#pragma once
/// \file
/// One vector register of floats, for products too small for the GEMM library. On host compilers a GCC vector type, on
/// GPU compilers a plain float: the same body serves both.
#include <Kokkos_Macros.hpp>
#include <cstring>

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

KOKKOS_FORCEINLINE_FUNCTION Lanes load_lanes(const float* source) {
    Lanes lanes;
    std::memcpy(&lanes, source, sizeof(Lanes));
    return lanes;
}

KOKKOS_FORCEINLINE_FUNCTION void store_lanes(float* target, Lanes lanes) {
    std::memcpy(target, &lanes, sizeof(Lanes));
}

}  // namespace remo::kernels
