#pragma once
// Comparing and checking update batches.
#include <boost/test/unit_test.hpp>
#include <vector>

#include "remo/data/batch_loader.hpp"

namespace remo::test {

inline std::vector<data::UpdateBatch> rest_of_epoch(data::BatchLoader& loader) {
    std::vector<data::UpdateBatch> batches;
    for (data::UpdateBatch batch; loader.next(batch);) batches.push_back(batch);
    return batches;
}

inline bool same(const PackedBatch& a, const PackedBatch& b) {
    return a.token_ids == b.token_ids && a.type_ids == b.type_ids && a.cu_seqlens == b.cu_seqlens &&
           a.samples == b.samples && a.labels == b.labels && a.weights == b.weights;
}

inline bool same(const std::vector<data::UpdateBatch>& a, const std::vector<data::UpdateBatch>& b) {
    return std::ranges::equal(a, b, [](const data::UpdateBatch& x, const data::UpdateBatch& y) {
        return x.epoch == y.epoch && x.global_samples == y.global_samples &&
               x.global_tokens == y.global_tokens && x.global_weight == y.global_weight &&
               x.last_of_epoch == y.last_of_epoch &&
               std::ranges::equal(x.micro, y.micro,
                                  [](const PackedBatch& p, const PackedBatch& q) { return same(p, q); });
    });
}

// Checks one sequence of a batch against the data set.
inline void check_sequence(const PackedBatch& batch, std::size_t at, const data::TokenDataset& dataset) {
    const auto begin = batch.token_ids.begin() + batch.cu_seqlens[at];
    const auto end = batch.token_ids.begin() + batch.cu_seqlens[at + 1];
    const std::int64_t sample = batch.samples[at];
    std::vector<std::int32_t> ids;
    dataset.read_tokens(sample, sample + 1, ids);
    BOOST_TEST(std::ranges::equal(std::span(begin, end), ids), "tokens of sample " << sample);
    const std::int32_t first = dataset.first_segments()[static_cast<std::size_t>(sample)];
    for (std::int32_t i = 0; i < end - begin; ++i)
        if (batch.type_ids[static_cast<std::size_t>(batch.cu_seqlens[at] + i)] != (i < first ? 0 : 1))
            BOOST_ERROR("type id " << i << " of sample " << sample);
    BOOST_TEST(batch.labels[at] == dataset.labels()[static_cast<std::size_t>(sample)]);
    BOOST_TEST(batch.weights[at] == 1.0F);
}

// Checks this rank's part of a whole epoch; returns how often each sample came.
inline std::vector<std::int64_t> check_epoch_here(const std::vector<data::UpdateBatch>& batches,
                                                  const data::TokenDataset& dataset,
                                                  const data::LoaderOptions& options) {
    std::vector<std::int64_t> seen(static_cast<std::size_t>(dataset.size()), 0);
    for (const data::UpdateBatch& update : batches) {
        BOOST_TEST(update.last_of_epoch == (&update == &batches.back()));
        BOOST_TEST(update.global_samples <= options.global_batch_size);
        BOOST_TEST(update.global_weight == static_cast<double>(update.global_samples));
        for (const PackedBatch& micro : update.micro) {
            BOOST_TEST((micro.tokens() <= options.micro_batch_tokens || micro.sequences() == 1));
            BOOST_TEST(micro.cu_seqlens.back() == micro.tokens());
            for (std::size_t i = 0; i < micro.samples.size(); ++i) {
                check_sequence(micro, i, dataset);
                ++seen.at(static_cast<std::size_t>(micro.samples[i]));
            }
        }
    }
    return seen;
}

inline void check_epoch(const std::vector<data::UpdateBatch>& batches, const data::TokenDataset& dataset,
                        const data::LoaderOptions& options) {
    for (const std::int64_t count : check_epoch_here(batches, dataset, options)) BOOST_TEST(count == 1);
    std::int64_t tokens = 0;
    for (const auto& batch : batches) tokens += batch.global_tokens;
    BOOST_TEST(tokens == dataset.statistics().tokens);
}

}  // namespace remo::test
