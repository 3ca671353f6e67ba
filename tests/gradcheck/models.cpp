// Gradients of whole models against central differences of the loss in double, dropout included.
#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <set>

#include "reference/encoder_reference.hpp"
#include "support/model_tools.hpp"

namespace {

using namespace remo;
using testing::TestModel;
namespace data = boost::unit_test::data;

reference::Setting setting_of(const models::ModelConfig& config, PhiloxKey key) {
    reference::Setting setting;
    setting.distilbert = config.model_type == "distilbert";
    setting.relu = config.activation == "relu";
    setting.hidden = static_cast<std::size_t>(config.hidden_size);
    setting.heads = static_cast<std::size_t>(config.heads);
    setting.layers = static_cast<std::size_t>(config.layers);
    setting.epsilon = config.layer_norm_epsilon;
    setting.hidden_dropout = config.hidden_dropout;
    setting.attention_dropout = config.attention_dropout;
    setting.classifier_dropout = config.classifier_dropout;
    setting.key = key;
    return setting;
}

reference::Parameters parameters_of(const TestModel& model) {
    reference::Parameters parameters;
    for (const Parameter& parameter : model.store().parameters()) {
        parameters[parameter.name] = testing::widened(model.value(parameter));
    }
    return parameters;
}

double largest(const std::vector<float>& values) {
    double result = 0;
    for (float value : values) result = std::max(result, std::abs(static_cast<double>(value)));
    return result;
}

/// Some elements of a tensor: spread ones, and that with the largest gradient.
std::set<std::size_t> sample_elements(const std::vector<float>& gradient) {
    std::set<std::size_t> elements;
    for (std::size_t i = 0; i < 5; ++i) elements.insert((i * 7919 + 3) % gradient.size());
    const auto greatest = std::max_element(gradient.begin(), gradient.end(),
                                           [](float a, float b) { return std::abs(a) < std::abs(b); });
    elements.insert(static_cast<std::size_t>(greatest - gradient.begin()));
    return elements;
}

double central_difference(const reference::Setting& setting, reference::Parameters& parameters,
                          double& element, const PackedBatch& batch) {
    const double step = 1e-5;
    const double value = element;
    element = value + step;
    const double above = reference::loss(setting, parameters, batch);
    element = value - step;
    const double below = reference::loss(setting, parameters, batch);
    element = value;
    return (above - below) / (2 * step);
}

/// Ragged, with sequences of one and two tokens and one that fills all positions.
PackedBatch ragged_batch() {
    return testing::make_batch({5, 1, 2, 11, 3}, 23, 3);
}

void check_gradients(TestModel& model, const models::ModelConfig& config) {
    const PackedBatch batch = ragged_batch();
    const double loss = model.accumulate(batch, testing::total_weight(batch));
    const reference::Setting setting = setting_of(config, model.key);
    reference::Parameters parameters = parameters_of(model);
    BOOST_TEST(loss == reference::loss(setting, parameters, batch), boost::test_tools::tolerance(2e-6));
    double overall = 0;
    for (const Parameter& parameter : model.store().parameters()) {
        overall = std::max(overall, largest(model.gradient(parameter)));
    }
    for (const Parameter& parameter : model.store().parameters()) {
        const std::vector<float> gradient = model.gradient(parameter);
        const double allowed = 2e-5 * largest(gradient) + 1e-6 * overall;
        for (const std::size_t i : sample_elements(gradient)) {
            const double expected =
                central_difference(setting, parameters, parameters[parameter.name][i], batch);
            BOOST_TEST(std::abs(gradient[i] - expected) <= allowed,
                       parameter.name << "[" << i << "]: " << gradient[i] << " should be " << expected);
        }
    }
}

const auto types = data::make({"bert", "distilbert"});
const auto dropouts = data::make({0.0, 0.3});

}  // namespace

BOOST_AUTO_TEST_SUITE(whole_models)

BOOST_DATA_TEST_CASE(gradients_are_those_of_the_loss, types* dropouts, type, dropout) {
    models::ModelConfig config = testing::tiny_config(type);
    config.hidden_dropout = dropout;
    config.attention_dropout = dropout / 2;
    config.classifier_dropout = dropout / 3;
    TestModel model(config);
    model.key = random_key(5, RandomUse::dropout, 17);
    model.randomise();
    check_gradients(model, config);
}

// hidden * hidden is no multiple of 16: the query, key and value weights do not lie end to end in memory.
BOOST_DATA_TEST_CASE(sizes_that_do_not_fill_cache_lines, types, type) {
    models::ModelConfig config = testing::tiny_config(type);
    config.hidden_size = 10;
    config.heads = 2;
    config.intermediate_size = 7;
    TestModel model(config);
    model.randomise();
    check_gradients(model, config);
}

BOOST_DATA_TEST_CASE(relu_in_the_feed_forward_layers, types, type) {
    models::ModelConfig config = testing::tiny_config(type);
    config.activation = "relu";
    TestModel model(config);
    model.randomise();
    check_gradients(model, config);
}

BOOST_DATA_TEST_CASE(one_layer_only, types, type) {
    const models::ModelConfig config = testing::tiny_config(type, 1);
    TestModel model(config);
    model.randomise();
    check_gradients(model, config);
}

BOOST_DATA_TEST_CASE(logits_in_evaluation_are_those_of_the_reference, types, type) {
    models::ModelConfig config = testing::tiny_config(type, 3);
    TestModel model(config);
    model.randomise();
    const PackedBatch batch = ragged_batch();
    const reference::Rows expected = reference::logits(setting_of(config, {}), parameters_of(model), batch);
    const std::vector<float> logits = model.logits(batch);
    for (std::size_t i = 0; i < logits.size(); ++i) {
        BOOST_TEST(std::abs(logits[i] - expected[i / 3][i % 3]) < 1e-5);
    }
    config.hidden_dropout = config.attention_dropout = config.classifier_dropout =
        0.5;  // evaluation applies none
    TestModel with_dropout(config);
    with_dropout.randomise();
    BOOST_TEST(with_dropout.logits(batch) == logits, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
