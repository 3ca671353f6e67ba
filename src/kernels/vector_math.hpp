#pragma once
/// \file
/// exp, log, erf and tanh as branch-free inline functions, so that loops over them vectorise (GCC does not vectorise calls of
/// libm). Bounds below are against libm in double, tested over dense arguments in tests/unit/kernels/vector_math.cpp.
#include <Kokkos_Macros.hpp>
#include <bit>
#include <cstdint>

namespace remo::kernels {

/// e^x: relative error below 2 ulp for x in [-87.3, 88.3]. Below, the result is the least normal number or less; above,
/// x counts as 88.3 (2.2e38, not infinity). NaN stays NaN.
KOKKOS_FORCEINLINE_FUNCTION float vector_exp(float x) {
    constexpr float log2_e = 1.44269504088896341f;
    constexpr float ln2_high = 0.693359375f;  // few bits: n * ln2_high is exact
    constexpr float ln2_low = -2.12194440054690583e-4f;
    x = x > 88.3f ? 88.3f : x;
    x = x < -87.3f ? -87.3f : x;
    // Adding and taking away 1.5 * 2^23 rounds to the nearest integer and leaves it in the low bits.
    constexpr float shift = 12582912.0f;
    const float shifted = x * log2_e + shift;
    const float n = shifted - shift;
    const float r = (x - n * ln2_high) - n * ln2_low;
    // Taylor coefficients up to r^7, |r| <= ln(2) / 2: truncation 5e-9 relative.
    float p = 1.0f / 5040.0f;
    p = p * r + 1.0f / 720.0f;
    p = p * r + 1.0f / 120.0f;
    p = p * r + 1.0f / 24.0f;
    p = p * r + 1.0f / 6.0f;
    p = p * r + 0.5f;
    const float e = 1.0f + (r + r * r * p);
    const std::int32_t exponent = (std::bit_cast<std::int32_t>(shifted) << 23) + (127 << 23);
    return e * std::bit_cast<float>(exponent);
}

/// log(x) for normal positive x: error below 2 ulp, and below 1e-7 absolute near 1. NaN stays NaN.
KOKKOS_FORCEINLINE_FUNCTION float vector_log(float x) {
    // x = 2^exponent (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)): log(1 + f) = f - f^2 / 2 + f^3 P(f), P a fit of
    // relative error 6e-9.
    constexpr std::int32_t root_half = 0x3f3504f3;
    const std::int32_t bits = std::bit_cast<std::int32_t>(x) - root_half;
    const auto exponent = static_cast<float>(bits >> 23);
    const float f = std::bit_cast<float>((bits & 0x007fffff) + root_half) - 1.0f;
    float p = -7.634498324e-02f;
    p = p * f + 1.276157776e-01f;
    p = p * f - 1.316018205e-01f;
    p = p * f + 1.420175788e-01f;
    p = p * f - 1.662335737e-01f;
    p = p * f + 2.000122688e-01f;
    p = p * f - 2.500082103e-01f;
    p = p * f + 3.333333171e-01f;
    const float square = f * f;
    const float tail = exponent * -2.12194440054690583e-4f + (square * f * p - 0.5f * square);
    const float result = exponent * 0.693359375f + (f + tail);
    return x == x ? result : x;
}

/// The standard normal distribution at x, for GELU.
struct Normal {
    float distribution;  ///< Phi(x) = (1 + erf(x / sqrt 2)) / 2, absolute error below 2e-7
    float density;       ///< phi(x) = exp(-x^2 / 2) / sqrt(2 pi), absolute error below 1e-7
};

/// One exponential serves both: Phi(-|x|) = t P(t) exp(-x^2 / 2), t = 1 / (1 + c |x|), where t P(t) is a polynomial fit of
/// the scaled complementary error function (relative error 4e-8 for |x| < 13, beyond which Phi is below 1e-38).
KOKKOS_FORCEINLINE_FUNCTION Normal vector_normal(float x) {
    constexpr float c = 0.353553391f;  // 0.5 / sqrt(2): with it, rounding of t weighs least
    const float size = x < 0.0f ? -x : x;
    const float gauss = vector_exp(-0.5f * x * x);
    const float t = 1.0f / (1.0f + c * size);
    float p = -5.889062709e-02f;
    p = p * t + 2.837012329e-01f;
    p = p * t - 4.853821668e-01f;
    p = p * t + 2.759763675e-01f;
    p = p * t - 2.517643451e-02f;
    p = p * t + 2.020692995e-01f;
    p = p * t + 2.432611434e-01f;
    p = p * t + 2.823534654e-01f;
    p = p * t + 2.820876774e-01f;
    const float tail = 0.5f * (p * t) * gauss;
    return {x < 0.0f ? tail : 1.0f - tail, 0.398942280f * gauss};
}

/// tanh(x): absolute error below 1.2e-7. NaN stays NaN.
KOKKOS_FORCEINLINE_FUNCTION float vector_tanh(float x) {
    const float size = x < 0.0f ? -x : x;
    const float e = vector_exp(-2.0f * size);
    const float result = (1.0f - e) / (1.0f + e);
    return x < 0.0f ? -result : result;
}

}  // namespace remo::kernels
