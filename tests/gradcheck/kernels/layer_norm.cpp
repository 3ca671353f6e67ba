// Gradients of layer normalisation: plain, with residual and dropout, and after an embedding.
#include "remo/kernels/layer_norm.hpp"

#include "reference/layer_norm.hpp"
#include "remo/kernels/embedding.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace {

using namespace remo;
using namespace remo::testing;
using D = std::vector<double>;

struct Shape {
    Index rows, columns;
};

std::ostream& operator<<(std::ostream& out, const Shape& s) {
    return out << s.rows << " x " << s.columns;
}

const Shape shapes[] = {{1, 2}, {3, 7}, {2, 64}, {5, 65}, {35, 13}};
constexpr double epsilon = 1e-5;

reference::Rows row_names(Index rows) {
    reference::Rows names;
    for (Index i = 0; i < rows; ++i) {
        names.samples.push_back(static_cast<std::int32_t>(7 + i / 4));
        names.places.push_back(static_cast<std::int32_t>(i % 4));
    }
    return names;
}

/// All the tensors of one check, on the device and in double.
struct Tensors {
    explicit Tensors(Shape s)
        : shape(s),
          x(random_values(s.rows * s.columns, 1)),
          residual(random_values(s.rows * s.columns, 2)),
          dy(random_values(s.rows * s.columns, 3)),
          gamma(random_values(s.columns, 4)),
          beta(random_values(s.columns, 5)),
          bias(random_values(s.columns, 6)),
          normalised(x.values()),
          deviation(random_values(s.rows, 7)),
          dx(x.values()),
          dgamma(std::vector<float>(gamma.values().size(), 2.0f)),
          dbeta(dgamma.values()),
          dbias(dgamma.values()),
          names(row_names(s.rows)),
          samples(names.samples),
          places(names.places) {}
    [[nodiscard]] Matrix of(const DeviceArray<float>& array) const {
        return array.matrix(shape.rows, shape.columns);
    }
    [[nodiscard]] kernels::LayerNormSaved saved() const { return {of(normalised), deviation.view()}; }
    [[nodiscard]] kernels::LayerNormParameters norm() const {
        return {gamma.view(), beta.view(), static_cast<float>(epsilon)};
    }
    [[nodiscard]] kernels::DropoutRows rows() const { return {samples.view(), places.view()}; }
    Shape shape;
    DeviceArray<float> x, residual, dy, gamma, beta, bias, normalised, deviation, dx, dgamma, dbeta, dbias;
    reference::Rows names;
    DeviceArray<std::int32_t> samples, places;
};

/// The gradient of a vector that starts at 2 and is added to.
D plus_two(D gradient) {
    for (double& value : gradient) value += 2.0;
    return gradient;
}

BOOST_AUTO_TEST_CASE(layer_norm_gradients) {
    for (const Shape& shape : shapes) {
        BOOST_TEST_CONTEXT(shape) {
            const Tensors t(shape);
            kernels::layer_norm_forward(device(), t.of(t.x), t.norm(), t.saved(), t.of(t.dx));
            const D x = widened(t.x.values()), g = widened(t.gamma.values()), b = widened(t.beta.values());
            BOOST_TEST(difference(t.dx.values(), reference::layer_norm(x, g, b, epsilon)) < 2e-6);
            const D dy = widened(t.dy.values());
            kernels::layer_norm_backward(device(), t.of(t.dy), t.saved(), t.gamma.view(), t.of(t.dy),
                                         t.dgamma.view(), t.dbeta.view());
            const auto loss = [&](const D& x1, const D& g1, const D& b1) {
                return weighted_sum(dy, reference::layer_norm(x1, g1, b1, epsilon));
            };
            const D dx = numerical_gradient(x, [&](const D& v) { return loss(v, g, b); });
            const D dg = numerical_gradient(g, [&](const D& v) { return loss(x, v, b); });
            const D db = numerical_gradient(b, [&](const D& v) { return loss(x, g, v); });
            BOOST_TEST(difference(t.dy.values(), dx) < 1e-5);
            BOOST_TEST(difference(t.dgamma.values(), plus_two(dg)) < 1e-5);
            BOOST_TEST(difference(t.dbeta.values(), plus_two(db)) < 1e-5);
        }
    }
}

void check_residual(const Tensors& t, const kernels::Dropout& dropout) {
    const D x = widened(t.x.values()), bias = widened(t.bias.values()), r = widened(t.residual.values());
    const D g = widened(t.gamma.values()), b = widened(t.beta.values()), dy = widened(t.dy.values());
    const auto y = [&](const D& x1, const D& bias1, const D& r1, const D& g1) {
        return reference::layer_norm(reference::residual_sum(x1, bias1, dropout, t.names, r1), g1, b,
                                     epsilon);
    };
    const auto loss = [&](const D& x1, const D& bias1, const D& r1, const D& g1) {
        return weighted_sum(dy, y(x1, bias1, r1, g1));
    };
    // The saved rows take the place of x, and the gradient of the residual that of dy: as layers call it.
    kernels::residual_layer_norm_forward(device(), t.of(t.x), t.bias.view(), dropout, t.rows(),
                                         t.of(t.residual), t.norm(), {t.of(t.x), t.deviation.view()},
                                         t.of(t.dx));
    BOOST_TEST(difference(t.dx.values(), y(x, bias, r, g)) < 3e-6);
    kernels::residual_layer_norm_backward(device(), t.of(t.dy), {t.of(t.x), t.deviation.view()},
                                          t.gamma.view(), dropout, t.rows(), t.of(t.dx), t.of(t.dy),
                                          t.dgamma.view(), t.dbeta.view(), t.dbias.view());
    const D dx = numerical_gradient(x, [&](const D& v) { return loss(v, bias, r, g); });
    const D dbias = numerical_gradient(bias, [&](const D& v) { return loss(x, v, r, g); });
    const D dr = numerical_gradient(r, [&](const D& v) { return loss(x, bias, v, g); });
    const D dg = numerical_gradient(g, [&](const D& v) { return loss(x, bias, r, v); });
    BOOST_TEST(difference(t.dx.values(), dx) < 1e-5);
    BOOST_TEST(difference(t.dy.values(), dr) < 1e-5);
    BOOST_TEST(difference(t.dbias.values(), plus_two(dbias)) < 1e-5);
    BOOST_TEST(difference(t.dgamma.values(), plus_two(dg)) < 1e-5);
}

BOOST_AUTO_TEST_CASE(residual_layer_norm_gradients) {
    for (const Shape& shape : shapes) {
        for (const float probability : {0.0f, 0.1f, 0.6f}) {
            BOOST_TEST_CONTEXT(shape << ", p " << probability)
            check_residual(Tensors(shape), {probability, random_key(1, RandomUse::dropout, 9), 4});
        }
    }
}

BOOST_AUTO_TEST_CASE(embedding_layer_norm_gradients) {
    for (const float probability : {0.0f, 0.3f}) {
        BOOST_TEST_CONTEXT("p " << probability) {
            const Tensors t({6, 70});
            const kernels::Dropout dropout{probability, random_key(1, RandomUse::dropout, 9), 4};
            const std::vector<std::int32_t> words{4, 0, 2, 2, 1, 4}, types{0, 1, 1, 0, 0, 1};
            const DeviceArray<std::int32_t> word_ids(words), type_ids(types);
            const DeviceArray<float> table(random_values(5 * 70, 11)), place_table(random_values(4 * 70, 12)),
                type_table(random_values(2 * 70, 13));
            const kernels::EmbeddingTables tables{table.matrix(5, 70), place_table.matrix(4, 70),
                                                  type_table.matrix(2, 70)};
            const kernels::EmbeddingIndices indices{word_ids.view(), t.places.view(), type_ids.view()};
            kernels::embedding_forward(device(), indices, tables, t.of(t.x));
            kernels::embedding_layer_norm_forward(device(), indices, tables, t.norm(), dropout, t.rows(),
                                                  t.saved(), t.of(t.dx));
            const D sum = widened(t.x.values()), g = widened(t.gamma.values()), b = widened(t.beta.values());
            const auto y = [&](const D& z, const D& g1) {
                return reference::dropped(reference::layer_norm(z, g1, b, epsilon), 70, dropout, t.names);
            };
            BOOST_TEST(difference(t.dx.values(), y(sum, g)) < 2e-6);
            const D dy = widened(t.dy.values());
            kernels::embedding_layer_norm_backward(device(), t.of(t.dy), t.saved(), t.gamma.view(), dropout,
                                                   t.rows(), t.of(t.dy), t.dgamma.view(), t.dbeta.view());
            const D dz = numerical_gradient(sum, [&](const D& v) { return weighted_sum(dy, y(v, g)); });
            const D dg = numerical_gradient(g, [&](const D& v) { return weighted_sum(dy, y(sum, v)); });
            BOOST_TEST(difference(t.dy.values(), dz) < 1e-5);
            BOOST_TEST(difference(t.dgamma.values(), plus_two(dg)) < 1e-5);
        }
    }
}

}  // namespace
