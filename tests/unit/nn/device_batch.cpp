#include "remo/nn/device_batch.hpp"

#include <boost/test/unit_test.hpp>

#include "remo/base/error.hpp"
#include "support/tensors.hpp"

namespace {

using namespace remo;
using Integers = std::vector<std::int32_t>;

Integers host(IndexVector view) {
    Integers values(static_cast<std::size_t>(view.size));
    testing::device().copy_to_host(values.data(), view.data, values.size() * sizeof(std::int32_t));
    return values;
}

PackedBatch sample_batch() {
    PackedBatch batch;
    batch.token_ids = {9, 4, 9, 2, 4, 9};
    batch.type_ids = {0, 0, 1, 0, 0, 0};
    batch.cu_seqlens = {0, 3, 4, 6};
    batch.samples = {70, (std::int64_t{1} << 32) + 5, 2};
    batch.labels = {1, unlabelled, 0};
    batch.weights = {1.0f, 0.5f, 2.0f};
    return batch;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(device_batch)

BOOST_AUTO_TEST_CASE(upload_brings_the_batch_and_what_kernels_derive_from_it) {
    Arena arena("test");
    const nn::DeviceBatch batch = nn::upload(testing::device(), arena, sample_batch());
    BOOST_TEST(batch.tokens == 6);
    BOOST_TEST(batch.sequences == 3);
    BOOST_TEST(batch.longest == 3);
    BOOST_TEST(batch.highest_token_id == 9);
    BOOST_TEST(batch.highest_type_id == 1);
    BOOST_TEST(host(batch.token_ids) == (Integers{9, 4, 9, 2, 4, 9}), boost::test_tools::per_element());
    BOOST_TEST(host(batch.type_ids) == (Integers{0, 0, 1, 0, 0, 0}), boost::test_tools::per_element());
    BOOST_TEST(host(batch.positions) == (Integers{0, 1, 2, 0, 0, 1}), boost::test_tools::per_element());
    BOOST_TEST(host(batch.token_samples) == (Integers{70, 70, 70, 5, 2, 2}),
               boost::test_tools::per_element());
    BOOST_TEST(host(batch.sequence_samples) == (Integers{70, 5, 2}), boost::test_tools::per_element());
    BOOST_TEST(host(batch.cu_seqlens) == (Integers{0, 3, 4, 6}), boost::test_tools::per_element());
    BOOST_TEST(host(batch.labels) == (Integers{1, -1, 0}), boost::test_tools::per_element());
    BOOST_TEST(host(batch.distinct_ids) == (Integers{2, 4, 9}), boost::test_tools::per_element());
    BOOST_TEST(host(batch.by_id_begins) == (Integers{0, 1, 3, 6}), boost::test_tools::per_element());
    BOOST_TEST(host(batch.by_id_tokens) == (Integers{3, 1, 4, 0, 2, 5}), boost::test_tools::per_element());
    std::vector<float> weights(3);
    testing::device().copy_to_host(weights.data(), batch.weights.data, 3 * sizeof(float));
    BOOST_TEST(weights == (std::vector<float>{1.0f, 0.5f, 2.0f}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rows_are_all_tokens_or_the_first_of_each_sequence) {
    Arena arena("test");
    const nn::DeviceBatch batch = nn::upload(testing::device(), arena, sample_batch());
    const nn::RowSelection all = nn::select_rows(batch, nn::Rows::all);
    BOOST_TEST(all.count == 6);
    BOOST_TEST(host(all.names.places) == (Integers{0, 1, 2, 0, 0, 1}), boost::test_tools::per_element());
    const nn::RowSelection first = nn::select_rows(batch, nn::Rows::first);
    BOOST_TEST(first.count == 3);
    BOOST_TEST(host(first.tokens) == (Integers{0, 3, 4}), boost::test_tools::per_element());
    BOOST_TEST(host(first.names.samples) == (Integers{70, 5, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_batch_that_contradicts_itself_is_refused) {
    Arena arena("test");
    PackedBatch empty_sequence = sample_batch();
    empty_sequence.cu_seqlens = {0, 3, 3, 6};
    BOOST_CHECK_THROW(nn::upload(testing::device(), arena, empty_sequence), Error);
    PackedBatch short_labels = sample_batch();
    short_labels.labels.pop_back();
    BOOST_CHECK_THROW(nn::upload(testing::device(), arena, short_labels), Error);
    PackedBatch tail = sample_batch();
    tail.cu_seqlens.back() = 5;
    BOOST_CHECK_THROW(nn::upload(testing::device(), arena, tail), Error);
    BOOST_CHECK_THROW(nn::upload(testing::device(), arena, PackedBatch{}), Error);
}

BOOST_AUTO_TEST_SUITE_END()
