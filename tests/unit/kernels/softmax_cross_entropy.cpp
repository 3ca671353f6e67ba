#include "remo/kernels/softmax_cross_entropy.hpp"

#include "reference/softmax_cross_entropy.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace {

using namespace remo;
using namespace remo::testing;
using D = std::vector<double>;

BOOST_AUTO_TEST_SUITE(softmax_cross_entropy)

BOOST_AUTO_TEST_CASE(softmax_of_rows) {
    for (const std::size_t classes : {1u, 2u, 17u, 1000u}) {
        const auto columns = static_cast<Index>(classes);
        const DeviceArray<float> logits(random_values(3 * columns, 1, 4.0)), p(logits.values()),
            log_p(logits.values());
        kernels::softmax_rows(device(), logits.matrix(3, columns), p.matrix(3, columns));
        kernels::log_softmax_rows(device(), logits.matrix(3, columns), log_p.matrix(3, columns));
        const D x = widened(logits.values());
        D expected, expected_log;
        for (std::size_t i = 0; i < 3; ++i) {
            for (const double value : reference::CrossEntropy::log_softmax(&x[i * classes], classes)) {
                expected_log.push_back(value);
                expected.push_back(std::exp(value));
            }
        }
        BOOST_TEST(difference(p.values(), expected) < 2e-6);
        BOOST_TEST(difference(log_p.values(), expected_log) < 1e-6);
    }
}

BOOST_AUTO_TEST_CASE(large_logits_do_not_overflow) {
    const DeviceArray<float> logits(std::vector<float>{1e4f, 0.0f, -1e4f, 1e4f}), p(logits.values());
    kernels::softmax_rows(device(), logits.matrix(2, 2), p.matrix(2, 2));
    BOOST_TEST(difference(p.values(), {1.0, 0.0, 0.0, 1.0}) < 1e-30);
    const DeviceArray<std::int32_t> labels(std::vector<std::int32_t>{1, 1});
    double loss = 0.0;
    kernels::softmax_cross_entropy(device(), logits.matrix(2, 2), labels.view(), {}, 0.0f, 1.0f, {}, &loss);
    BOOST_TEST(loss == 1e4);
}

BOOST_AUTO_TEST_CASE(nothing_and_nan) {
    double loss = 1.0;
    kernels::softmax_cross_entropy(device(), {}, {}, {}, 0.0f, 1.0f, {}, &loss);
    BOOST_TEST(loss == 0.0);
    const DeviceArray<float> logits(std::vector<float>{0.0f, NAN});
    const DeviceArray<std::int32_t> labels(std::vector<std::int32_t>{0});
    kernels::softmax_cross_entropy(device(), logits.matrix(1, 2), labels.view(), {}, 0.0f, 1.0f, {}, &loss);
    BOOST_TEST(std::isnan(loss));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
