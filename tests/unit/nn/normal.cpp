#include "remo/nn/normal.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

namespace {

using namespace remo;

/// The normal quantile by bisection of erfc, in double.
double quantile(double two_tails) {
    double low = 0, high = 10;
    for (int i = 0; i < 80; ++i) {
        const double middle = (low + high) / 2;
        (std::erfc(middle / std::sqrt(2.0)) > two_tails ? low : high) = middle;
    }
    return low;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(normal)

BOOST_AUTO_TEST_CASE(each_number_is_the_quantile_of_its_word) {
    const PhiloxKey key = random_key(3, RandomUse::initialisation, 4);
    std::vector<float> values(40003);
    nn::fill_normal(values, 0.5, key);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint32_t word = philox({static_cast<std::uint32_t>(i / 4), 0, 0, 0}, key)[i % 4];
        const double tails = (static_cast<double>(word >> 1) + 0.5) / 2147483648.0;
        const double expected = 0.5 * quantile(tails) * ((word & 1) != 0 ? -1.0 : 1.0);
        if (std::abs(values[i] - expected) > 2e-6 * std::abs(expected) + 1e-7) {
            BOOST_ERROR(i << ": " << values[i] << " should be " << expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(moments) {
    std::vector<float> values(1000000);
    nn::fill_normal(values, 2.0, random_key(1, RandomUse::initialisation));
    double mean = 0, variance = 0, fourth = 0;
    for (float value : values) mean += value / 1e6;
    for (float value : values) variance += (value - mean) * (value - mean) / 1e6;
    for (float value : values) fourth += std::pow(value - mean, 4) / 1e6;
    BOOST_TEST(std::abs(mean) < 0.008);  // 4 standard errors each
    BOOST_TEST(std::abs(variance - 4.0) < 0.023);
    BOOST_TEST(std::abs(fourth / (variance * variance) - 3.0) < 0.02);
    BOOST_TEST(*std::max_element(values.begin(), values.end()) > 8.0f);
}

BOOST_AUTO_TEST_CASE(a_longer_range_begins_with_the_shorter_one) {
    std::vector<float> few(5), many(3000);
    nn::fill_normal(few, 1.0, {1, 2});
    nn::fill_normal(many, 1.0, {1, 2});
    BOOST_TEST(std::equal(few.begin(), few.end(), many.begin()));
}

BOOST_AUTO_TEST_SUITE_END()
