// What the trainer relies on: names, readiness, accumulation over micro-batches, checks of a batch.
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "support/model_tools.hpp"
#include "support/says.hpp"

namespace {

using namespace remo;
using test::says;
using testing::TestModel;
namespace data = boost::unit_test::data;

const auto types = data::make({std::string("bert"), std::string("distilbert")});

std::vector<float> flat_gradient(const TestModel& model) {
    std::vector<float> values(static_cast<std::size_t>(model.store().flat_size()));
    testing::device().copy_to_host(values.data(), model.store().gradients().data,
                                   values.size() * sizeof(float));
    return values;
}

double largest(const std::vector<float>& values, std::size_t begin, std::size_t end) {
    double result = 0;
    for (std::size_t i = begin; i < end; ++i)
        result = std::max(result, std::abs(static_cast<double>(values[i])));
    return result;
}

void freeze(const TestModel& model, const std::string& part) {
    const auto& parameters = model.store().parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (parameters[i].part == part) model.store().set_trainable({static_cast<std::int32_t>(i)}, false);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(classifier)

BOOST_DATA_TEST_CASE(ranges_cover_the_flat_gradient_once_from_the_back, types, type) {
    TestModel model(testing::tiny_config(type));
    model.randomise();
    const PackedBatch batch = testing::make_batch({3, 5}, 23, 3);
    Index expected_end = model.store().flat_size();
    int calls = 0;
    model.accumulate(batch, 2.0, [&](Index begin, Index size) {
        BOOST_TEST(begin + size == expected_end);
        BOOST_TEST(size > 0);
        expected_end = begin;
        ++calls;
    });
    BOOST_TEST(expected_end == 0);
    BOOST_TEST(calls == 4);  // head, two layers, embeddings
}

// A range that was called ready must not change afterwards.
BOOST_DATA_TEST_CASE(ready_ranges_are_final, types, type) {
    TestModel model(testing::tiny_config(type));
    model.randomise();
    const PackedBatch batch = testing::make_batch({3, 5}, 23, 3);
    std::vector<float> seen(static_cast<std::size_t>(model.store().flat_size()));
    model.accumulate(batch, 2.0, [&](Index begin, Index size) {
        testing::device().copy_to_host(seen.data() + begin, model.store().gradients().data + begin,
                                       static_cast<std::size_t>(size) * sizeof(float));
    });
    BOOST_TEST(seen == flat_gradient(model), boost::test_tools::per_element());
}

BOOST_DATA_TEST_CASE(micro_batches_add_up, types, type) {
    models::ModelConfig config = testing::tiny_config(type);
    config.hidden_dropout = config.attention_dropout = config.classifier_dropout = 0.2;
    TestModel model(config);
    model.randomise();
    const PackedBatch batch = testing::make_batch({3, 1, 11, 6}, 23, 3);
    const double weight = testing::total_weight(batch);
    const double loss = model.accumulate(batch, weight);
    const std::vector<float> whole = flat_gradient(model);
    model.store().zero_gradients(testing::device());
    double loss_in_parts = 0;
    for (std::size_t b = 0; b < 4; ++b)
        loss_in_parts += model.accumulate(testing::slice(batch, b, 1), weight);
    BOOST_TEST(loss_in_parts == loss, boost::test_tools::tolerance(1e-6));
    const std::vector<float> parts = flat_gradient(model);
    const double overall = largest(whole, 0, whole.size());  // key biases have a zero gradient: rounding only
    for (const Parameter& parameter : model.store().parameters()) {
        const auto begin = static_cast<std::size_t>(parameter.offset);
        const auto end = begin + static_cast<std::size_t>(parameter.size);
        const double allowed = 1e-5 * largest(whole, begin, end) + 1e-6 * overall;
        for (std::size_t i = begin; i < end; ++i) {
            if (std::abs(static_cast<double>(whole[i]) - parts[i]) > allowed) BOOST_ERROR(parameter.name);
        }
    }
}

BOOST_DATA_TEST_CASE(logits_do_not_depend_on_the_neighbours, types, type) {
    TestModel model(testing::tiny_config(type));
    model.randomise();
    const PackedBatch batch = testing::make_batch({3, 1, 11, 6}, 23, 3);
    const std::vector<float> together = model.logits(batch);
    for (std::size_t b = 0; b < 4; ++b) {
        const std::vector<float> alone = model.logits(testing::slice(batch, b, 1));
        for (std::size_t i = 0; i < 3; ++i) BOOST_TEST(std::abs(alone[i] - together[3 * b + i]) < 1e-5f);
    }
}

BOOST_DATA_TEST_CASE(frozen_parts_keep_a_zero_gradient, types, type) {
    TestModel model(testing::tiny_config(type));
    model.randomise();
    const PackedBatch batch = testing::make_batch({3, 5}, 23, 3);
    model.accumulate(batch, 2.0);
    const std::vector<float> all = flat_gradient(model);
    for (const char* part : {"embeddings", "layer.0", "layer.1"}) {
        freeze(model, part);
        model.store().zero_gradients(testing::device());
        Index covered = 0;
        model.accumulate(batch, 2.0, [&](Index, Index size) { covered += size; });
        BOOST_TEST(covered == model.store().flat_size());
        const std::vector<float> some = flat_gradient(model);
        for (const Parameter& parameter : model.store().parameters()) {
            const auto begin = static_cast<std::size_t>(parameter.offset);
            for (std::size_t i = begin; i < begin + static_cast<std::size_t>(parameter.size); ++i) {
                if (some[i] != (parameter.trainable ? all[i] : 0.0f)) BOOST_ERROR(parameter.name);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(batches_that_do_not_fit_are_refused) {
    TestModel model(testing::tiny_config("bert"));
    model.randomise();
    PackedBatch unknown_word = testing::make_batch({3}, 23, 3);
    unknown_word.token_ids[1] = 23;
    BOOST_CHECK_EXCEPTION(model.logits(unknown_word), Error, says(ExitStatus::usage, "token id 23"));
    BOOST_CHECK_EXCEPTION(model.logits(testing::make_batch({12}, 23, 3)), Error,
                          says(ExitStatus::usage, "12 tokens"));
    PackedBatch third_type = testing::make_batch({3}, 23, 3);
    third_type.type_ids[2] = 2;
    BOOST_CHECK_EXCEPTION(model.logits(third_type), Error, says(ExitStatus::usage, "token type 2"));
}

BOOST_AUTO_TEST_CASE(other_tasks_are_refused_by_name) {
    models::ModelConfig config = testing::tiny_config("bert");
    for (const char* task : {"regression", "multi_label_classification"}) {
        config.problem_type = task;
        BOOST_CHECK_EXCEPTION(models::make_model(config), Error, says(ExitStatus::usage, task));
    }
    config.problem_type = "single_label_classification";
    BOOST_TEST(models::make_model(config)->label_count() == 3);
    config.labels = {"score"};
    BOOST_CHECK_EXCEPTION(models::make_model(config), Error, says(ExitStatus::usage, "num_labels is 1"));
    config.labels = {"no", "yes"};
    config.model_type = "gpt2";
    BOOST_CHECK_EXCEPTION(models::make_model(config), Error,
                          says(ExitStatus::usage, "known are bert, distilbert"));
}

BOOST_AUTO_TEST_CASE(roles_and_parts) {
    const TestModel model(testing::tiny_config("distilbert"));
    const ParameterStore& store = model.store();
    const auto at = [&](const char* name) { return store.at(store.find(name)); };
    BOOST_TEST(at("distilbert.embeddings.word_embeddings.weight").decays());
    BOOST_TEST(!at("distilbert.embeddings.LayerNorm.weight").decays());
    BOOST_TEST(at("distilbert.transformer.layer.1.ffn.lin1.weight").decays());
    BOOST_TEST(!at("distilbert.transformer.layer.1.ffn.lin1.bias").decays());
    BOOST_TEST(!at("distilbert.transformer.layer.1.sa_layer_norm.bias").decays());
    BOOST_TEST(at("distilbert.transformer.layer.1.attention.q_lin.weight").part == "layer.1");
    BOOST_TEST(at("pre_classifier.weight").part == "head");
    BOOST_TEST(store.parameters().front().name == "distilbert.embeddings.word_embeddings.weight");
    const TestModel bert(testing::tiny_config("bert"));
    BOOST_TEST(bert.store().at(bert.store().find("bert.pooler.dense.weight")).part == "pooler");
}

BOOST_AUTO_TEST_SUITE_END()
