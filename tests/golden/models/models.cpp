// Tiny DistilBERT and BERT classifiers against what PyTorch and Transformers compute with the same weights.
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "golden_case.hpp"
#include "remo/kernels/reduce.hpp"
#include "remo/optim/optimizer.hpp"
#include "remo/optim/schedule.hpp"

namespace {

using namespace remo;
using testing::GoldenCase;
namespace data = boost::unit_test::data;

const auto cases = data::make({"distilbert", "bert"});

/// The bias of the keys shifts all scores of a query alike, so its true gradient is zero: what is there is rounding.
bool is_key_bias(const std::string& name) {
    return name.ends_with("k_lin.bias") || name.ends_with("key.bias");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(golden_models)

BOOST_DATA_TEST_CASE(logits, cases, name) {
    GoldenCase golden(name);
    const std::vector<float> expected = golden.tensor("logits");
    for (bool training : {false, true}) {
        const std::vector<float> logits = golden.model.logits(golden.batch, training);
        BOOST_TEST_REQUIRE(logits.size() == expected.size());
        BOOST_TEST(testing::largest_difference(logits, expected) <= 1e-5 * testing::largest(expected));
    }
}

BOOST_DATA_TEST_CASE(loss_and_each_gradient, cases, name) {
    GoldenCase golden(name);
    const double loss = golden.model.accumulate(golden.batch, testing::total_weight(golden.batch));
    BOOST_TEST(loss == golden.reference["loss"].get<double>(), boost::test_tools::tolerance(1e-5));
    std::size_t compared = 0;
    for (const Parameter& parameter : golden.model.store().parameters()) {
        const std::vector<float> expected = golden.tensor("gradient." + parameter.name);
        const std::vector<float> gradient = golden.model.gradient(parameter);
        BOOST_TEST_REQUIRE(gradient.size() == expected.size());
        const double scale = is_key_bias(parameter.name) ? 1e-2 : testing::largest(expected);
        BOOST_TEST(testing::largest_difference(gradient, expected) <= 1e-4 * scale, parameter.name);
        ++compared;
    }
    BOOST_TEST(compared + 1 == golden.tensors->tensors().size());  // and the logits
}

BOOST_DATA_TEST_CASE(ten_updates_of_adamw, cases, name) {
    GoldenCase golden(name);
    ParameterStore& store = golden.model.store();
    const io::Json& updates = golden.reference["updates"];
    const auto optimizer = optim::make_optimizer({}, testing::device(), store);
    const auto schedule = optim::make_schedule(
        {"linear", golden.reference["warmup_updates"], static_cast<std::int64_t>(updates["losses"].size())});
    for (std::size_t update = 0; update < updates["losses"].size(); ++update) {
        store.zero_gradients(testing::device());
        const double loss = golden.model.accumulate(golden.batch, testing::total_weight(golden.batch));
        BOOST_TEST(loss == updates["losses"][update].get<double>(), boost::test_tools::tolerance(1e-5));
        const double norm = std::sqrt(kernels::sum_of_squares(testing::device(), store.gradients()));
        BOOST_TEST(norm == updates["gradient_norms"][update].get<double>(),
                   boost::test_tools::tolerance(1e-4));
        const double rate = golden.reference["learning_rate"].get<double>() *
                            schedule->factor(static_cast<std::int64_t>(update));
        BOOST_TEST(rate == updates["learning_rates"][update].get<double>(),
                   boost::test_tools::tolerance(1e-9));
        const double clip = std::min(1.0, golden.reference["max_norm"].get<double>() / (norm + 1e-6));
        optimizer->step(testing::device(), store, {rate, nullptr}, static_cast<float>(clip));
    }
}

BOOST_AUTO_TEST_SUITE_END()
