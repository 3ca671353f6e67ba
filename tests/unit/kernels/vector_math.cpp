// The polynomial functions against libm in double, over dense arguments.
#include "../../../src/kernels/vector_math.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

namespace {

using namespace remo::kernels;

/// Each `step`-th float from `low` to `high`, by bits within one sign, on both sides of 0.
template <class Visit>
void dense(float high, std::uint32_t step, const Visit& visit) {
    const auto last = std::bit_cast<std::uint32_t>(high);
    for (std::uint32_t bits = 0; bits <= last; bits += step) {
        visit(std::bit_cast<float>(bits));
        visit(-std::bit_cast<float>(bits));
    }
}

double ulp(double value) {
    const auto rounded = static_cast<float>(value);
    return static_cast<double>(std::nextafter(rounded, std::numeric_limits<float>::infinity())) - rounded;
}

BOOST_AUTO_TEST_SUITE(vector_math)

BOOST_AUTO_TEST_CASE(exponential) {
    double worst = 0.0;
    dense(87.3f, 997, [&](float x) {
        const double expected = std::exp(static_cast<double>(x));
        worst = std::max(worst, std::abs(vector_exp(x) - expected) / ulp(expected));
    });
    BOOST_TEST(worst < 2.0);
    BOOST_TEST(vector_exp(0.0f) == 1.0f);
    BOOST_TEST(vector_exp(-1e30f) < 2e-38f);
    BOOST_TEST(vector_exp(-std::numeric_limits<float>::infinity()) < 2e-38f);
    BOOST_TEST(vector_exp(1e30f) > 1e38f);
    BOOST_TEST(std::isnan(vector_exp(NAN)));
}

BOOST_AUTO_TEST_CASE(logarithm) {
    double worst = 0.0;
    double near_one = 0.0;
    for (std::uint32_t bits = 0x00800000u; bits < 0x7f800000u; bits += 997) {
        const auto x = std::bit_cast<float>(bits);
        const double expected = std::log(static_cast<double>(x));
        const double error = std::abs(vector_log(x) - expected);
        if (x > 0.5f && x < 2.0f)
            near_one = std::max(near_one, error);
        else
            worst = std::max(worst, error / ulp(std::abs(expected)));
    }
    BOOST_TEST(worst < 2.0);
    BOOST_TEST(near_one < 1e-7);
    BOOST_TEST(vector_log(1.0f) == 0.0f);
    BOOST_TEST(std::isnan(vector_log(NAN)));
}

BOOST_AUTO_TEST_CASE(normal_distribution) {
    double distribution = 0.0;
    double density = 0.0;
    dense(40.0f, 997, [&](float x) {
        const double d = x;
        const Normal normal = vector_normal(x);
        distribution =
            std::max(distribution, std::abs(normal.distribution - 0.5 * std::erfc(-d / std::sqrt(2.0))));
        density =
            std::max(density, std::abs(normal.density - std::exp(-0.5 * d * d) / std::sqrt(2.0 * M_PI)));
    });
    BOOST_TEST(distribution < 2e-7);
    BOOST_TEST(density < 1e-7);
    BOOST_TEST(std::isnan(vector_normal(NAN).distribution));
    BOOST_TEST(vector_normal(1e20f).distribution == 1.0f);
    BOOST_TEST(vector_normal(-1e20f).distribution < 1e-37f);
}

// GELU multiplies the left tail by x: there, relative accuracy counts.
BOOST_AUTO_TEST_CASE(left_tail) {
    double worst = 0.0;
    for (float x = -8.0f; x < 0.0f; x += 1.0f / 1024.0f) {
        const double expected = 0.5 * std::erfc(-static_cast<double>(x) / std::sqrt(2.0));
        worst = std::max(worst, std::abs(vector_normal(x).distribution / expected - 1.0));
    }
    BOOST_TEST(worst < 4e-6);
}

BOOST_AUTO_TEST_CASE(hyperbolic_tangent) {
    double worst = 0.0;
    dense(60.0f, 997, [&](float x) {
        worst = std::max(worst, std::abs(vector_tanh(x) - std::tanh(static_cast<double>(x))));
    });
    BOOST_TEST(worst < 1.2e-7);
    BOOST_TEST(vector_tanh(0.0f) == 0.0f);
    BOOST_TEST(std::isnan(vector_tanh(NAN)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
