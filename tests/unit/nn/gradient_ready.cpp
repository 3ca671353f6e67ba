#include "remo/nn/gradient_ready.hpp"

#include <boost/test/unit_test.hpp>

#include "support/tensors.hpp"

namespace {

using namespace remo;
using Ranges = std::vector<std::pair<Index, Index>>;

}  // namespace

BOOST_AUTO_TEST_SUITE(gradient_ready)

BOOST_AUTO_TEST_CASE(ranges_cover_the_buffer_from_its_back_once) {
    ParameterStore store;
    store.add("a", {5}, ParameterRole::weight, "embeddings");
    const ParameterHandle b = store.add("b", {20}, ParameterRole::weight, "layer.0");
    store.add("c", {3}, ParameterRole::bias, "head");
    store.allocate(testing::device(), true);
    Ranges ranges;
    const nn::GradientReady ready = [&](Index begin, Index size) { ranges.emplace_back(begin, size); };
    nn::ReadyRanges reporter(store, ready);
    reporter.down_to(store.at(b).offset + store.at(b).size);
    reporter.down_to(b);
    reporter.down_to(b);  // nothing new
    reporter.finish();
    const Index begin = store.at(b).offset;
    const Index end = begin + store.at(b).size;
    const Ranges expected{{end, store.flat_size() - end}, {begin, end - begin}, {0, begin}};
    BOOST_TEST((ranges == expected));
}

BOOST_AUTO_TEST_CASE(a_rank_without_samples_reports_everything_at_once) {
    ParameterStore store;
    store.add("a", {5}, ParameterRole::weight, "embeddings");
    store.add("b", {20}, ParameterRole::weight, "head");
    store.allocate(testing::device(), true);
    Ranges ranges;
    nn::report_all_ready(store, [&](Index begin, Index size) { ranges.emplace_back(begin, size); });
    BOOST_TEST((ranges == Ranges{{0, store.flat_size()}}));
}

BOOST_AUTO_TEST_CASE(backward_may_end_where_nothing_before_is_trained) {
    ParameterStore store;
    const ParameterHandle a = store.add("a", {5}, ParameterRole::weight, "embeddings");
    const ParameterHandle b = store.add("b", {20}, ParameterRole::weight, "layer.0");
    store.allocate(testing::device(), true);
    BOOST_TEST(nn::trains_before(store, store.at(b).offset));
    store.set_trainable(a, false);
    BOOST_TEST(!nn::trains_before(store, store.at(b).offset));
    BOOST_TEST(nn::trains_before(store, store.flat_size()));
    BOOST_TEST(nn::gradient_of(store, a).empty());
    BOOST_TEST(nn::gradient_of(store, b).size == 20);
}

BOOST_AUTO_TEST_SUITE_END()
