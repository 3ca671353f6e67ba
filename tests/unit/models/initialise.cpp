#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "remo/models/registry.hpp"
#include "support/model_tools.hpp"

namespace {

using namespace remo;
using testing::TestModel;
namespace data = boost::unit_test::data;

models::ModelConfig wide_config(const std::string& type) {
    models::ModelConfig config = testing::tiny_config(type, 1);
    config.hidden_size = 96;
    config.intermediate_size = 128;
    config.vocabulary_size = 200;
    config.padding_id = 3;
    return config;
}

/// Largest distance between the values' distribution and the normal one (Kolmogorov-Smirnov), times sqrt(n).
double distance_from_normal(std::vector<float> values, double deviation) {
    std::sort(values.begin(), values.end());
    double worst = 0;
    const auto count = static_cast<double>(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double expected = 0.5 * std::erfc(-values[i] / deviation / std::sqrt(2.0));
        worst = std::max(worst, std::abs(expected - (static_cast<double>(i) + 0.5) / count));
    }
    return worst * std::sqrt(count);
}

const auto types = data::make({std::string("bert"), std::string("distilbert")});

}  // namespace

BOOST_AUTO_TEST_SUITE(initialise_parameters)

BOOST_DATA_TEST_CASE(values_by_role, types, type) {
    models::ModelConfig config = wide_config(type);
    config.initializer_range = 0.05;
    TestModel model(config);
    model.randomise();
    models::initialise_parameters(*model.model, testing::device(), config, 11);
    for (const Parameter& parameter : model.store().parameters()) {
        std::vector<float> values = model.value(parameter);
        if (parameter.name.ends_with(".bias") || parameter.role == ParameterRole::norm) {
            const float expected = parameter.name.ends_with(".bias") ? 0.0f : 1.0f;
            for (float value : values) BOOST_TEST(value == expected);
            continue;
        }
        if (parameter.name.ends_with("word_embeddings.weight")) {
            for (Index i = 0; i < 96; ++i) BOOST_TEST(values[static_cast<std::size_t>(3 * 96 + i)] == 0.0f);
            values.erase(values.begin() + 3 * 96, values.begin() + 4 * 96);
        }
        BOOST_TEST(distance_from_normal(values, 0.05) < 1.95,
                   parameter.name);  // exceeded with probability 0.001
    }
}

BOOST_DATA_TEST_CASE(values_depend_on_seed_and_name, types, type) {
    const models::ModelConfig config = wide_config(type);
    const auto draw = [&](std::uint64_t seed) {
        TestModel model(config);
        models::initialise_parameters(*model.model, testing::device(), config, seed);
        std::vector<std::vector<float>> all;
        for (const Parameter& parameter : model.store().parameters()) {
            if (parameter.role == ParameterRole::weight) all.push_back(model.value(parameter));
        }
        return all;
    };
    const auto first = draw(1);
    BOOST_TEST((first == draw(1)));
    BOOST_TEST((first != draw(2)));
    for (std::size_t i = 1; i < first.size(); ++i) BOOST_TEST(first[0][0] != first[i][0]);
}

BOOST_AUTO_TEST_CASE(sinusoidal_positions) {
    models::ModelConfig config = wide_config("distilbert");
    config.sinusoidal_positions = true;
    TestModel model(config);
    models::initialise_parameters(*model.model, testing::device(), config, 1);
    const ParameterStore& store = model.store();
    const auto values = model.value(store.at(store.find("distilbert.embeddings.position_embeddings.weight")));
    BOOST_TEST(values[0] == 0.0f);
    BOOST_TEST(values[1] == 1.0f);
    BOOST_TEST(values[96] == static_cast<float>(std::sin(1.0)), boost::test_tools::tolerance(1e-6f));
    BOOST_TEST(values[2 * 96 + 5] == static_cast<float>(std::cos(2.0 / std::pow(10000.0, 4.0 / 96.0))),
               boost::test_tools::tolerance(1e-6f));
}

BOOST_AUTO_TEST_SUITE_END()
