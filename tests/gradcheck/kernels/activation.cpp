// Activations and the classification loss.
#include "remo/kernels/activation.hpp"

#include "reference/activation.hpp"
#include "reference/softmax_cross_entropy.hpp"
#include "remo/kernels/softmax_cross_entropy.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace {

using namespace remo;
using namespace remo::testing;
using D = std::vector<double>;
using kernels::Activation;

void check_activation(Activation kind, Index rows, Index columns) {
    const DeviceArray<float> x(random_values(rows * columns, 1, 2.0)), bias(random_values(columns, 2));
    const DeviceArray<float> dy(random_values(rows * columns, 3)), y(x.values());
    const DeviceArray<float> dbias(std::vector<float>(static_cast<std::size_t>(columns), 1.0f));
    const D xd = widened(x.values()), slopes = widened(dy.values()), bd = widened(bias.values());
    const auto forward = [&](const D& v, const D& b) {
        D result(v.size());
        for (std::size_t i = 0; i < v.size(); ++i)
            result[i] = reference::activation(kind, v[i] + b[i % b.size()]);
        return result;
    };
    // In place, as layers call it: the derivative over x, the gradient over dy.
    kernels::activation_forward(device(), kind, x.matrix(rows, columns), bias.view(), y.matrix(rows, columns),
                                x.matrix(rows, columns));
    BOOST_TEST(difference(y.values(), forward(xd, bd)) < 3e-7);
    kernels::activation_backward(device(), dy.matrix(rows, columns), x.matrix(rows, columns),
                                 dy.matrix(rows, columns), dbias.view());
    const D dx = numerical_gradient(xd, [&](const D& v) { return weighted_sum(slopes, forward(v, bd)); });
    D db = numerical_gradient(bd, [&](const D& v) { return weighted_sum(slopes, forward(xd, v)); });
    for (double& value : db) value += 1.0;
    BOOST_TEST(difference(dy.values(), dx) < 1e-6);
    BOOST_TEST(difference(dbias.values(), db) < 1e-5);
}

BOOST_AUTO_TEST_CASE(activation_gradients) {
    for (const Activation kind : {Activation::gelu, Activation::relu, Activation::tanh}) {
        BOOST_TEST_CONTEXT("activation " << static_cast<int>(kind)) {
            check_activation(kind, 1, 1);
            check_activation(kind, 3, 33);
            check_activation(kind, 67, 5);
        }
    }
}

BOOST_AUTO_TEST_CASE(cross_entropy_gradient) {
    for (const float smoothing : {0.0f, 0.1f}) {
        for (const std::size_t classes : {1u, 2u, 5u, 33u}) {
            BOOST_TEST_CONTEXT(classes << " classes, smoothing " << smoothing) {
                const Index rows = 4;
                const auto columns = static_cast<Index>(classes);
                const auto last = static_cast<std::int32_t>(classes) - 1;
                const reference::CrossEntropy ref{{0, last, -1, last / 2}, {1.0, 0.25, 3.0, 2.0}, smoothing};
                const DeviceArray<float> logits(random_values(rows * columns, 8, 3.0)),
                    gradient(logits.values());
                const DeviceArray<float> weights(std::vector<float>{1.0f, 0.25f, 3.0f, 2.0f});
                const DeviceArray<std::int32_t> labels(ref.labels);
                double loss = 0.0;
                kernels::softmax_cross_entropy(device(), logits.matrix(rows, columns), labels.view(),
                                               weights.view(), smoothing, 0.5f,
                                               gradient.matrix(rows, columns), &loss);
                const D x = widened(logits.values());
                const auto half = [&](const D& v) { return 0.5 * ref(v, classes); };
                BOOST_TEST(std::abs(loss - ref(x, classes)) < 2e-6 * (1.0 + loss));
                BOOST_TEST(difference(gradient.values(), numerical_gradient(x, half)) < 1e-6);
            }
        }
    }
}

}  // namespace
