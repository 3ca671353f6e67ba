#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "remo/models/registry.hpp"
#include "support/model_tools.hpp"
#include "support/says.hpp"
#include "weight_file.hpp"

namespace {

using namespace remo;
using test::says;
using testing::TestModel;
using testing::WeightFile;
namespace data = boost::unit_test::data;

/// A file of a fine-tuned classifier as Transformers saves it.
WeightFile source_of(const TestModel& model) {
    WeightFile source;
    for (const Parameter& parameter : model.store().parameters()) {
        source.add(parameter.name, parameter.shape, model.value(parameter));
    }
    return source;
}

WeightFile saved_classifier(const models::ModelConfig& config) {
    TestModel model(config);
    model.randomise();
    return source_of(model);
}

std::string without_prefix(const std::string& name, const std::string& type) {
    return name.starts_with(type + ".") ? name.substr(type.size() + 1) : name;
}

std::vector<std::string> names_of(const WeightFile& source) {
    std::vector<std::string> names;
    for (const io::TensorInfo& tensor : source.tensors()) names.push_back(tensor.name);
    return names;
}

models::LoadReport load(TestModel& model, const models::ModelConfig& config, const WeightFile& source,
                        std::uint64_t seed = 1) {
    return models::load_parameters(*model.model, testing::device(), config, source, seed);
}

const auto types = data::make({std::string("bert"), std::string("distilbert")});

}  // namespace

BOOST_AUTO_TEST_SUITE(load_parameters)

BOOST_DATA_TEST_CASE(a_saved_classifier_is_loaded_whole, types, type) {
    const models::ModelConfig config = testing::tiny_config(type);
    WeightFile source = saved_classifier(config);
    TestModel model(config);
    const models::LoadReport report = load(model, config, source);
    BOOST_TEST(report.loaded.size() == source.tensors().size());
    BOOST_TEST(report.newly_initialised.empty());
    BOOST_TEST(report.ignored.empty());
    BOOST_TEST(report.unexpected.empty());
    for (const Parameter& parameter : model.store().parameters()) {
        BOOST_TEST(model.value(parameter) == source.values(parameter.name), boost::test_tools::per_element());
    }
}

// The file of a bare or masked-language model: no prefix, old LayerNorm names, buffers, another head, none of our own.
BOOST_DATA_TEST_CASE(older_names_and_other_heads, types, type) {
    const models::ModelConfig config = testing::tiny_config(type);
    WeightFile source = saved_classifier(config);
    const WeightFile saved = source;
    for (const std::string& name : names_of(saved)) {
        std::string stored = without_prefix(name, type);
        for (const auto& [ending, old] :
             {std::pair{"LayerNorm.weight", "LayerNorm.gamma"}, {"LayerNorm.bias", "LayerNorm.beta"}}) {
            if (stored.ends_with(ending))
                stored.replace(stored.size() - std::string(ending).size(), std::string::npos, old);
        }
        source.rename(name, stored);
    }
    for (const char* head : {"classifier.weight", "classifier.bias", "pre_classifier.weight",
                             "pre_classifier.bias", "pooler.dense.weight", "pooler.dense.bias"}) {
        source.remove(head);
    }
    source.add("embeddings.position_ids", {1, 11}, std::vector<float>(11));
    source.add("cls.predictions.bias", {23}, std::vector<float>(23));
    source.add("vocab_projector.bias", {23}, std::vector<float>(23));
    source.add("strange", {1}, {1.0f});
    TestModel model(config);
    const models::LoadReport report = load(model, config, source);
    BOOST_TEST(report.newly_initialised.size() == 4);
    BOOST_TEST(report.ignored.size() == 2);  // position_ids and the architecture's own masked-language head
    BOOST_TEST(report.unexpected.size() == 2);  // the other architecture's, and "strange"
    BOOST_TEST(std::count(report.unexpected.begin(), report.unexpected.end(), "strange") == 1);
    for (const Parameter& parameter : model.store().parameters()) {
        const auto& fresh = report.newly_initialised;
        if (std::find(fresh.begin(), fresh.end(), parameter.name) != fresh.end()) continue;
        BOOST_TEST(model.value(parameter) == saved.values(parameter.name), boost::test_tools::per_element());
    }
    BOOST_TEST(report.text().find("newly initialised (4): ") != std::string::npos);
    BOOST_TEST(report.text().find("strange") != std::string::npos);
}

BOOST_DATA_TEST_CASE(a_new_head_depends_on_the_seed_and_nothing_else, types, type) {
    const models::ModelConfig config = testing::tiny_config(type);
    WeightFile source = saved_classifier(config);
    source.remove("classifier.weight");
    source.remove("classifier.bias");
    const auto weight_of = [&](std::uint64_t seed) {
        TestModel model(config);
        model.randomise();
        load(model, config, source, seed);
        const ParameterStore& store = model.store();
        for (float value : model.value(store.at(store.find("classifier.bias")))) BOOST_TEST(value == 0.0f);
        return model.value(store.at(store.find("classifier.weight")));
    };
    const std::vector<float> first = weight_of(1);
    BOOST_TEST(first == weight_of(1), boost::test_tools::per_element());
    BOOST_TEST((first != weight_of(2)));
    for (float value : first) BOOST_TEST(std::abs(value) < 6 * config.initializer_range);
}

BOOST_DATA_TEST_CASE(a_missing_encoder_tensor_is_named, types, type) {
    const models::ModelConfig config = testing::tiny_config(type);
    WeightFile source = saved_classifier(config);
    const std::string norm = type + ".embeddings.LayerNorm.weight";
    source.remove(norm);
    TestModel model(config);
    BOOST_CHECK_EXCEPTION(load(model, config, source), Error,
                          says(ExitStatus::usage, "weights.safetensors: the tensor " + norm));
    WeightFile nothing;
    BOOST_CHECK_EXCEPTION(load(model, config, nothing), Error, says(ExitStatus::usage, "others"));
}

BOOST_DATA_TEST_CASE(a_wrong_shape_is_named_with_both_shapes, types, type) {
    models::ModelConfig config = testing::tiny_config(type);
    const WeightFile source = saved_classifier(config);
    config.vocabulary_size = 30;
    TestModel larger(config);
    BOOST_CHECK_EXCEPTION(load(larger, config, source), Error,
                          says(ExitStatus::usage, "word_embeddings.weight has the shape (23, 12)"));
    BOOST_CHECK_EXCEPTION(load(larger, config, source), Error, says(ExitStatus::usage, "(30, 12)"));
}

BOOST_DATA_TEST_CASE(another_label_count_is_told_with_both_counts, types, type) {
    models::ModelConfig config = testing::tiny_config(type);
    const WeightFile source = saved_classifier(config);
    config.labels = {"a", "b", "c", "d", "e"};
    TestModel model(config);
    BOOST_CHECK_EXCEPTION(load(model, config, source), Error,
                          says(ExitStatus::usage, "has 3 labels, but 5 are asked for"));
}

BOOST_DATA_TEST_CASE(two_tensors_for_one_parameter_are_refused, types, type) {
    const models::ModelConfig config = testing::tiny_config(type);
    WeightFile source = saved_classifier(config);
    source.add("embeddings.LayerNorm.gamma", {12}, std::vector<float>(12));
    TestModel model(config);
    BOOST_CHECK_EXCEPTION(load(model, config, source), Error,
                          says(ExitStatus::usage, "embeddings.LayerNorm.gamma"));
}

BOOST_AUTO_TEST_SUITE_END()
