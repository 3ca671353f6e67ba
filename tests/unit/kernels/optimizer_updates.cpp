#include "remo/kernels/optimizer_updates.hpp"

#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace {

using namespace remo;
using namespace remo::testing;
using D = std::vector<double>;

BOOST_AUTO_TEST_SUITE(optimizer_updates)

// PyTorch's single-tensor loop in double.
BOOST_AUTO_TEST_CASE(adamw_over_several_updates) {
    for (const Index size : {0, 1, 37, 5000}) {
        const DeviceArray<float> value(random_values(size, 1));
        const DeviceArray<float> m(std::vector<float>(static_cast<std::size_t>(size))), v(m.values());
        D p = widened(value.values()), first(p.size()), second(p.size());
        const double rate = 0.01, b1 = 0.9, b2 = 0.999, epsilon = 1e-8, decay = 0.1;
        for (int step = 1; step <= 5; ++step) {
            const DeviceArray<float> gradient(
                random_values(size, 10 + static_cast<std::uint64_t>(step), 0.1));
            const double c1 = 1.0 - std::pow(b1, step), c2 = 1.0 - std::pow(b2, step);
            kernels::adamw_update(device(), {rate, b1, b2, epsilon, decay, c1, c2, 0.5f}, gradient.view(),
                                  value.view(), m.view(), v.view());
            const D g = widened(gradient.values());
            for (std::size_t i = 0; i < p.size(); ++i) {
                p[i] -= rate * decay * p[i];
                first[i] += (1.0 - b1) * (0.5 * g[i] - first[i]);
                second[i] = b2 * second[i] + (1.0 - b2) * 0.25 * g[i] * g[i];
                p[i] -= rate / c1 * first[i] / (std::sqrt(second[i]) / std::sqrt(c2) + epsilon);
            }
        }
        BOOST_TEST(difference(value.values(), p) < 3e-7);
        BOOST_TEST(difference(m.values(), first) < 1e-7);
        BOOST_TEST(difference(v.values(), second) < 1e-7);
    }
}

// A parameter without gradient only decays: 0 / (0 + epsilon) adds nothing.
BOOST_AUTO_TEST_CASE(adamw_with_zero_gradient) {
    const DeviceArray<float> value(std::vector<float>(20, 1.0f)), zero(std::vector<float>(20)),
        m(zero.values()), v(zero.values());
    kernels::adamw_update(device(), {0.5, 0.9, 0.999, 1e-8, 0.5, 0.1, 0.001, 1.0f}, zero.view(), value.view(),
                          m.view(), v.view());
    BOOST_TEST((value.values() == std::vector<float>(20, 0.75f)));
}

void check_sgd(const kernels::Sgd& sgd) {
    const Index size = 4099;
    const DeviceArray<float> value(random_values(size, 1));
    const DeviceArray<float> buffer(std::vector<float>(static_cast<std::size_t>(size)));
    D p = widened(value.values()), velocity(p.size());
    for (std::uint64_t step = 0; step < 4; ++step) {
        const DeviceArray<float> gradient(random_values(size, 10 + step));
        kernels::sgd_update(device(), sgd, gradient.view(), value.view(),
                            sgd.momentum > 0 ? buffer.view() : Vector{});
        const D g = widened(gradient.values());
        for (std::size_t i = 0; i < p.size(); ++i) {
            const double slope = sgd.gradient_scale * g[i] + sgd.weight_decay * p[i];
            velocity[i] = step == 0 ? slope : sgd.momentum * velocity[i] + slope;
            p[i] -= sgd.learning_rate * (sgd.nesterov ? slope + sgd.momentum * velocity[i] : velocity[i]);
        }
    }
    BOOST_TEST(difference(value.values(), p) < 3e-7);
}

BOOST_AUTO_TEST_CASE(sgd_in_its_forms) {
    check_sgd({0.1, 0.0, 0.0, false, 1.0f});
    check_sgd({0.1, 0.0, 0.01, false, 0.5f});
    check_sgd({0.1, 0.9, 0.01, false, 0.5f});
    check_sgd({0.1, 0.9, 0.01, true, 1.0f});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
