// Preparation and loading on several ranks give what one rank gives.
#include <boost/test/unit_test.hpp>
#include <optional>

#include "remo/comm/agreement.hpp"
#include "unit/data/loader_checks.hpp"
#include "unit/data/rows.hpp"
#include "unit/data/small_vocabulary.hpp"

using namespace remo;
using namespace remo::data;
using test::TemporaryDirectory;

namespace {

struct Fixture {
    comm::Communicator world = comm::Communicator::world();
    comm::Communicator self = comm::Communicator::self();
    std::optional<TemporaryDirectory> own;  // rank 0
    std::filesystem::path directory;
    Log log{world.rank(), world.size(), "host"};
    text::Tokenizer tokenizer = test::small_tokenizer();

    Fixture() {
        if (world.is_root()) own.emplace();
        std::string path = own ? own->path().string() : "";
        world.broadcast(path, 0);
        directory = path;
    }
    ~Fixture() { world.barrier(); }

    std::filesystem::path write(const std::string& name, const std::string& bytes) const {
        if (own) test::write(*own, name, bytes);
        world.barrier();
        return directory / name;
    }

    TokenDataset prepare(const comm::Communicator& ranks, const std::filesystem::path& path,
                         const std::string& cache, std::size_t window_bytes = std::size_t{4} << 20) {
        DatasetOptions options;
        options.window_bytes = window_bytes;
        return TokenDataset::prepare(ranks, path, tokenizer, options, directory / cache, log);
    }

    // The message that every rank must get alike.
    template <class Action>
    std::string message(Action&& action) const {
        std::string mine = "no error";
        try {
            action();
        } catch (const comm::AgreedError& error) {
            mine = error.what();
            BOOST_TEST((error.status() == ExitStatus::usage));
        }
        std::string of_root = mine;
        world.broadcast(of_root, 0);
        BOOST_TEST(mine == of_root);
        return mine;
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(data_on_ranks, Fixture)

BOOST_AUTO_TEST_CASE(preparation_is_that_of_one_rank) {
    const auto path = write("a.tsv", test::generated_tsv(331));
    const TokenDataset reference = prepare(self, path, "cache-" + std::to_string(world.rank()));
    for (const std::size_t window : {std::size_t{1}, std::size_t{700}, std::size_t{4} << 20}) {
        const TokenDataset shared = prepare(world, path, "cache-of-all-" + std::to_string(window), window);
        BOOST_TEST(!shared.reused());
        BOOST_TEST(shared.lengths() == reference.lengths(), boost::test_tools::per_element());
        BOOST_TEST(shared.first_segments() == reference.first_segments(), boost::test_tools::per_element());
        BOOST_TEST(shared.labels() == reference.labels(), boost::test_tools::per_element());
        BOOST_TEST((shared.label_names() == reference.label_names()));
        BOOST_TEST(shared.summary() == reference.summary());
        BOOST_TEST((test::ids_of(shared) == test::ids_of(reference)));
        BOOST_TEST(prepare(world, path, "cache-of-all-" + std::to_string(window)).reused());
    }
}

BOOST_AUTO_TEST_CASE(mistakes_are_told_alike_on_all_ranks) {
    const auto told = [&](const std::string& bytes, std::size_t window) {
        const auto path = write("bad.tsv", bytes);
        const std::string text = message([&] { prepare(world, path, "cache", window); });
        return text.starts_with(directory.string()) ? text.substr(directory.string().size() + 1) : text;
    };
    BOOST_TEST(told("sentence\tlabel\n", 100).starts_with("bad.tsv: there are no rows"));
    BOOST_TEST(told("text\tlabels\n", 100).starts_with("bad.tsv:1:1: there is no column 'label'"));
    BOOST_TEST(
        told(test::generated_tsv(200) + "more\n", 100).starts_with("bad.tsv:202:5: this row has 1 cell"));
    const std::string missing = message([&] { prepare(world, directory / "none.tsv", "cache"); });
    BOOST_TEST(missing.ends_with("none.tsv: there is no such file"));
    TokenDataset dataset = prepare(world, write("a.tsv", test::generated_tsv(9)), "cache");
    const std::string label = message([&] { dataset.map_labels(std::vector<std::string>{"good"}, false); });
    BOOST_TEST(label.find("a.tsv:2: label 'bad'") != std::string::npos);
}

// Micro-batches of all ranks together are the samples of the one-rank loader's updates, whatever placement and window.
BOOST_AUTO_TEST_CASE(loaders_give_each_sample_once_in_the_same_updates) {
    const auto path = write("a.tsv", test::generated_tsv(103));
    const TokenDataset dataset = prepare(world, path, "cache");
    for (const std::int64_t batch_size : {1, 3, 16, 200}) {
        LoaderOptions options;
        options.global_batch_size = batch_size;
        options.micro_batch_tokens = 90;
        BatchLoader single(self, dataset, options);
        single.seek(2, 0);
        const auto reference = test::rest_of_epoch(single);
        std::optional<std::vector<UpdateBatch>> first;
        for (const Placement placement : {Placement::scatter, Placement::shared_file})
            for (const std::int64_t window : {1, 40, 4096}) {
                options.placement = placement;
                options.window_samples = window;
                BatchLoader loader(world, dataset, options);
                loader.seek(2, 0);
                const auto mine = test::rest_of_epoch(loader);
                if (!first) first = mine;
                BOOST_TEST(test::same(mine, *first));
            }
        auto seen = test::check_epoch_here(*first, dataset, options);
        world.sum(std::span(seen));
        BOOST_TEST(std::ranges::all_of(seen, [](std::int64_t count) { return count == 1; }));
        BOOST_TEST_REQUIRE(first->size() == reference.size());
        for (std::size_t update = 0; update < reference.size(); ++update) {
            const auto samples_of = [](const UpdateBatch& batch) {
                std::vector<std::int64_t> samples;
                for (const PackedBatch& micro : batch.micro)
                    samples.insert(samples.end(), micro.samples.begin(), micro.samples.end());
                return samples;
            };
            auto all = world.all_gather(std::span<const std::int64_t>(samples_of((*first)[update])));
            auto expected = samples_of(reference[update]);
            std::ranges::sort(all);
            std::ranges::sort(expected);
            BOOST_TEST(all == expected, boost::test_tools::per_element());
            BOOST_TEST((*first)[update].global_samples == reference[update].global_samples);
            BOOST_TEST((*first)[update].global_tokens == reference[update].global_tokens);
        }
    }
}

// A damaged block that only one rank meets ends all ranks.
BOOST_AUTO_TEST_CASE(damage_met_by_one_rank_is_agreed_on) {
    const auto path = write("a.tsv", test::generated_tsv(2000));
    const TokenDataset dataset = prepare(world, path, "cache");
    if (own) {
        std::fstream file(dataset.cache_path(), std::ios::binary | std::ios::in | std::ios::out);
        std::string bytes((std::istreambuf_iterator<char>(file)), {});
        std::vector<std::int32_t> last;
        prepare(self, path, "cache").read_tokens(1999, 2000, last);
        const std::string pattern(reinterpret_cast<const char*>(last.data()), last.size() * 4);
        const auto at = static_cast<std::streamoff>(bytes.rfind(pattern));
        file.clear();
        file.seekp(at);
        file.put('\x7f');
    }
    world.barrier();
    for (const Placement placement : {Placement::scatter, Placement::shared_file}) {
        LoaderOptions options;
        options.placement = placement;
        options.shuffle = false;
        options.global_batch_size = 4;
        options.window_samples = 1;
        BatchLoader loader(world, dataset, options);
        loader.seek(0, 499);
        UpdateBatch batch;
        BOOST_CHECK_EXCEPTION(loader.next(batch), comm::AgreedError, [](const Error& error) {
            return std::string(error.what()).find("are damaged") != std::string::npos;
        });
    }
}

BOOST_AUTO_TEST_SUITE_END()
