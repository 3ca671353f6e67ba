#include "remo/data/batch_loader.hpp"

#include <boost/test/unit_test.hpp>

#include "loader_checks.hpp"
#include "rows.hpp"
#include "small_vocabulary.hpp"

using namespace remo;
using namespace remo::data;
using test::TemporaryDirectory;

namespace {

struct Fixture {
    TemporaryDirectory directory;
    comm::Communicator self = comm::Communicator::self();
    Log log{0, 1, "host"};
    text::Tokenizer tokenizer = test::small_tokenizer();
    TokenDataset dataset =
        TokenDataset::prepare(self, test::write(directory, "a.tsv", test::generated_tsv(203)), tokenizer, {},
                              directory / "cache", log);

    [[nodiscard]] std::vector<UpdateBatch> epoch(const LoaderOptions& options, std::int64_t number,
                                                 std::int64_t from = 0) const {
        BatchLoader loader(self, dataset, options);
        loader.seek(number, from);
        return test::rest_of_epoch(loader);
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(batch_loader, Fixture)

BOOST_AUTO_TEST_CASE(every_sample_comes_once_with_its_tokens) {
    LoaderOptions options;
    options.global_batch_size = 16;
    options.micro_batch_tokens = 100;
    for (const bool shuffle : {true, false}) {
        options.shuffle = shuffle;
        const auto batches = epoch(options, 3);
        BOOST_TEST(batches.size() == 13u);
        BOOST_TEST(batches.back().global_samples == 11);
        test::check_epoch(batches, dataset, options);
    }
}

BOOST_AUTO_TEST_CASE(without_shuffling_samples_come_in_order) {
    LoaderOptions options;
    options.shuffle = false;
    options.micro_batch_tokens = 1 << 20;
    std::int64_t next = 0;
    for (const UpdateBatch& batch : epoch(options, 0))
        for (const auto sample : batch.micro.at(0).samples) BOOST_TEST(sample == next++);
    BOOST_TEST(next == 203);
}

BOOST_AUTO_TEST_CASE(placements_windows_and_seeking_change_nothing) {
    LoaderOptions options;
    options.global_batch_size = 7;
    options.micro_batch_tokens = 64;
    const auto reference = epoch(options, 1);
    for (const Placement placement : {Placement::scatter, Placement::shared_file})
        for (const std::int64_t window : {1, 20, 4096}) {
            options.placement = placement;
            options.window_samples = window;
            BOOST_TEST(test::same(epoch(options, 1), reference));
            const auto tail = epoch(options, 1, 11);
            BOOST_TEST(test::same(tail, {reference.begin() + 11, reference.end()}));
        }
    BOOST_TEST(!test::same(epoch(options, 2), reference));
}

BOOST_AUTO_TEST_CASE(the_end_of_an_epoch) {
    LoaderOptions options;
    options.global_batch_size = 100;
    BatchLoader loader(self, dataset, options);
    BOOST_TEST(loader.batches_per_epoch() == 3);
    UpdateBatch batch;
    for (int i = 0; i < 3; ++i) {
        BOOST_TEST_REQUIRE(loader.next(batch));
        BOOST_TEST(batch.last_of_epoch == (i == 2));
    }
    BOOST_TEST(!loader.next(batch));
    loader.seek(1, 0);
    BOOST_TEST(loader.next(batch));
    BOOST_TEST(batch.epoch == 1);
    loader.seek(1, 3);  // an epoch that is over, as a run may resume
    BOOST_TEST(!loader.next(batch));
}

BOOST_AUTO_TEST_CASE(sizes_must_be_positive) {
    LoaderOptions options;
    options.global_batch_size = 0;
    BOOST_CHECK_THROW(BatchLoader(self, dataset, options), Error);
    options.global_batch_size = 1;
    options.micro_batch_tokens = 0;
    BOOST_CHECK_THROW(BatchLoader(self, dataset, options), Error);
}

BOOST_AUTO_TEST_SUITE_END()
