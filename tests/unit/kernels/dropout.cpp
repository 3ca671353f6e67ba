#include "remo/kernels/dropout.hpp"

#include <numeric>

#include "reference/layer_norm.hpp"
#include "remo/base/error.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace {

using namespace remo;
using namespace remo::testing;

const PhiloxKey key = random_key(42, RandomUse::dropout, 7);

std::vector<float> apply(const std::vector<float>& x, Index rows, Index columns,
                         const kernels::Dropout& dropout, const std::vector<std::int32_t>& samples,
                         const std::vector<std::int32_t>& places) {
    const DeviceArray<float> source(x), target(x);
    const DeviceArray<std::int32_t> sample_array(samples), place_array(places);
    kernels::dropout(device(), source.matrix(rows, columns), dropout,
                     {sample_array.view(), place_array.view()}, target.matrix(rows, columns));
    return target.values();
}

BOOST_AUTO_TEST_SUITE(dropout)

BOOST_AUTO_TEST_CASE(each_element_has_its_own_counter) {
    for (const Index columns : {1, 3, 63, 64, 65, 200}) {
        for (const float probability : {0.1f, 0.5f, 0.9f}) {
            const std::vector<std::int32_t> samples{3, 3, 2000000000}, places{0, 1, 511};
            const std::vector<float> x = random_values(3 * columns, 5);
            const kernels::Dropout site{probability, key, 99};
            const std::vector<double> expected =
                reference::dropped(widened(x), static_cast<std::size_t>(columns), site, {samples, places});
            BOOST_TEST(difference(apply(x, 3, columns, site, samples, places), expected) < 1e-6);
        }
    }
}

BOOST_AUTO_TEST_CASE(keeps_its_share_and_the_mean) {
    const Index rows = 1000, columns = 300;
    std::vector<std::int32_t> samples(rows), places(rows, 4);
    std::iota(samples.begin(), samples.end(), 0);
    const std::vector<float> ones(static_cast<std::size_t>(rows * columns), 1.0f);
    for (const double p : {0.1, 0.3}) {
        const std::vector<float> y =
            apply(ones, rows, columns, {static_cast<float>(p), key, 1}, samples, places);
        double kept = 0.0;
        for (const float value : y) {
            BOOST_TEST_REQUIRE(
                (value == 0.0f || value == static_cast<float>(1.0 / (1.0 - static_cast<float>(p)))));
            kept += value > 0.0f ? 1.0 : 0.0;
        }
        const double count = static_cast<double>(y.size());
        BOOST_TEST(std::abs(kept / count - (1.0 - p)) < 4.0 * std::sqrt(p * (1.0 - p) / count));
    }
}

BOOST_AUTO_TEST_CASE(no_matter_how_the_batch_is_split) {
    const std::vector<std::int32_t> samples{8, 8, 9, 10}, places{0, 1, 0, 0};
    const std::vector<float> x = random_values(4 * 50, 6);
    const kernels::Dropout site{0.4f, key, 3};
    const std::vector<float> whole = apply(x, 4, 50, site, samples, places);
    std::vector<float> parts = apply({x.begin(), x.begin() + 150}, 3, 50, site, {8, 8, 9}, {0, 1, 0});
    const std::vector<float> last = apply({x.begin() + 150, x.end()}, 1, 50, site, {10}, {0});
    parts.insert(parts.end(), last.begin(), last.end());
    BOOST_TEST((whole == parts));
    // Without places, all rows count as first in their sequence.
    BOOST_TEST((apply({x.begin() + 150, x.end()}, 1, 50, site, {10}, {}) == last));
}

BOOST_AUTO_TEST_CASE(sites_and_keys_differ) {
    const std::vector<float> ones(256, 1.0f);
    const std::vector<float> first = apply(ones, 1, 256, {0.5f, key, 1}, {1}, {1});
    BOOST_TEST((first != apply(ones, 1, 256, {0.5f, key, 2}, {1}, {1})));
    BOOST_TEST((first != apply(ones, 1, 256, {0.5f, random_key(42, RandomUse::dropout, 8), 1}, {1}, {1})));
    BOOST_TEST((first == apply(ones, 1, 256, {0.5f, key, 1}, {1}, {1})));
}

BOOST_AUTO_TEST_CASE(inactive_copies_and_one_is_refused) {
    const std::vector<float> x = random_values(20, 1);
    BOOST_TEST((apply(x, 2, 10, {}, {}, {}) == x));
    BOOST_CHECK_THROW(apply(x, 2, 10, {1.0f, key, 0}, {1, 2}, {0, 0}), Error);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
