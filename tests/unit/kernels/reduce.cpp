#include "remo/kernels/reduce.hpp"

#include <limits>

#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace {

using namespace remo;
using namespace remo::testing;

BOOST_AUTO_TEST_SUITE(reduce)

BOOST_AUTO_TEST_CASE(squares_in_double) {
    for (const Index size : {0, 1, 31, 16384, 50001}) {
        const DeviceArray<float> x(random_values(size, 1, 1e4));
        double expected = 0.0;
        for (const float value : x.values()) expected += static_cast<double>(value) * value;
        const double sum = kernels::sum_of_squares(device(), x.view());
        BOOST_TEST(std::abs(sum - expected) <= 1e-13 * expected);
        BOOST_TEST(sum == kernels::sum_of_squares(device(), x.view()));
    }
    // Beyond the range of float.
    const DeviceArray<float> large(std::vector<float>(3, 1e30f));
    BOOST_TEST(std::abs(kernels::sum_of_squares(device(), large.view()) / 3e60 - 1.0) < 1e-6);
    const DeviceArray<float> bad(std::vector<float>{1.0f, NAN});
    BOOST_TEST(std::isnan(kernels::sum_of_squares(device(), bad.view())));
}

BOOST_AUTO_TEST_CASE(finds_the_first_non_finite_element) {
    std::vector<float> values = random_values(40000, 2);
    values[0] = std::numeric_limits<float>::max();
    values[1] = std::numeric_limits<float>::denorm_min();
    const auto first = [&] { return kernels::first_non_finite(device(), DeviceArray<float>(values).view()); };
    BOOST_TEST(first() == -1);
    values[39999] = NAN;
    BOOST_TEST(first() == 39999);
    values[20011] = -std::numeric_limits<float>::infinity();
    BOOST_TEST(first() == 20011);
    values[3] = std::numeric_limits<float>::quiet_NaN();
    BOOST_TEST(first() == 3);
    BOOST_TEST(kernels::first_non_finite(device(), {}) == -1);
}

BOOST_AUTO_TEST_CASE(checksum_sees_each_bit_and_place) {
    std::vector<float> values = random_values(40000, 3);
    const auto sum = [&] { return kernels::checksum(device(), DeviceArray<float>(values).view()); };
    const std::uint64_t before = sum();
    BOOST_TEST(sum() == before);
    std::swap(values[5], values[6]);
    BOOST_TEST(sum() != before);
    std::swap(values[5], values[6]);
    std::swap(values[100], values[30000]);
    BOOST_TEST(sum() != before);
    std::swap(values[100], values[30000]);
    values[39999] = std::nextafter(values[39999], 100.0f);
    BOOST_TEST(sum() != before);
    values[39999] = 0.0f;
    const std::uint64_t zero = sum();
    values[39999] = -0.0f;
    BOOST_TEST(sum() != zero);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
