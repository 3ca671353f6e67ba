#include "remo/nn/normal.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace remo::nn {

namespace {

constexpr std::size_t chunk = 1024;  ///< numbers drawn at a time; a multiple of 4

/// Natural logarithm for x in (0, 1], to a few units of the seventh digit: exponent, and the series of 2 atanh.
inline float logarithm(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t shifted = bits - 0x3f3504f3u;  // mantissa from sqrt(1/2) to sqrt(2)
    const auto exponent = static_cast<float>(static_cast<std::int32_t>(shifted) >> 23);
    const float mantissa = std::bit_cast<float>((shifted & 0x007fffffu) + 0x3f3504f3u);
    const float s = (mantissa - 1.0f) / (mantissa + 1.0f);
    const float t = s * s;
    return exponent * 0.693147181f +
           2.0f * s * (1.0f + t * (0.333333333f + t * (0.2f + t * (0.142857143f + t * 0.111111111f))));
}

inline float polynomial(float x, const float (&coefficients)[9]) {
    float value = coefficients[0];
    for (int i = 1; i < 9; ++i) value = value * x + coefficients[i];
    return value;
}

/// The quantile of |z| whose two tails together hold `tails`: sqrt(2) erfinv(1 - tails), by the single-precision
/// polynomials of M. Giles, "Approximating the erfinv function", GPU Computing Gems 2, 2010.
inline float two_sided_quantile(float tails) {
    constexpr float central[9] = {2.81022636e-08f,  3.43273939e-07f, -3.5233877e-06f,
                                  -4.39150654e-06f, 0.00021858087f,  -0.00125372503f,
                                  -0.00417768164f,  0.246640727f,    1.50140941f};
    constexpr float outer[9] = {-0.000200214257f, 0.000100950558f, 0.00134934322f,
                                -0.00367342844f,  0.00573950773f,  -0.0076224613f,
                                0.00943887047f,   1.00167406f,     2.83297682f};
    const float w = -logarithm(tails * (2.0f - tails));
    const float near = polynomial(w - 2.5f, central);
    const float far = polynomial(std::sqrt(std::max(w, 5.0f)) - 3.0f, outer);
    return 1.41421356f * (1.0f - tails) * (w < 5.0f ? near : far);
}

void draw_words(std::uint32_t (&words)[chunk], std::uint32_t first_counter, PhiloxKey key) {
#pragma omp simd
    for (std::uint32_t i = 0; i < chunk / 4; ++i) {
        const PhiloxCounter four = philox({first_counter + i, 0, 0, 0}, key);
        words[4 * i] = four[0];
        words[4 * i + 1] = four[1];
        words[4 * i + 2] = four[2];
        words[4 * i + 3] = four[3];
    }
}

/// The lowest bit gives the sign, the others the tails.
void to_normal(const std::uint32_t (&words)[chunk], float deviation, float (&numbers)[chunk]) {
#pragma omp simd
    for (std::size_t i = 0; i < chunk; ++i) {
        const auto upper = static_cast<std::int32_t>(words[i] >> 1);
        const float tails = (static_cast<float>(upper) + 0.5f) * 0x1p-31f;
        const float size = deviation * two_sided_quantile(std::min(tails, 1.0f));
        numbers[i] = (words[i] & 1u) != 0 ? -size : size;
    }
}

}  // namespace

void fill_normal(std::span<float> values, double deviation, PhiloxKey key) {
    std::uint32_t words[chunk];
    float numbers[chunk];
    for (std::size_t begin = 0; begin < values.size(); begin += chunk) {
        draw_words(words, static_cast<std::uint32_t>(begin / 4), key);
        to_normal(words, static_cast<float>(deviation), numbers);
        const std::size_t count = std::min(chunk, values.size() - begin);
        std::copy_n(numbers, count, values.begin() + static_cast<std::ptrdiff_t>(begin));
    }
}

}  // namespace remo::nn
