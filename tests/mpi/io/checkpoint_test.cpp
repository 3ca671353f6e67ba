// Files written by several ranks hold what one rank writes; errors of one rank are those of all, and the old file survives.
#include <sys/resource.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <numeric>
#include <optional>

#include "remo/base/file.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "remo/io/file_writer.hpp"
#include "support/checkpoint_sample.hpp"
#include "support/temporary_directory.hpp"

namespace {

namespace fs = std::filesystem;
using namespace remo;
using io::CheckpointReader;
using io::FileContents;
using io::TensorInfo;

/// Keeps this process from writing files beyond a size, as a full disk would.
class FileSizeLimit {
  public:
    explicit FileSizeLimit(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &old_);
        const rlimit limit{bytes, old_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &old_); }

  private:
    rlimit old_{};
};

struct Ranks {
    comm::Communicator world = comm::Communicator::world();
    std::optional<test::TemporaryDirectory> own;  // rank 0
    fs::path file;
    test::CheckpointSample sample;
    std::vector<float> values = std::vector<float>(5 * (io::checksum_block_bytes / 4) + 1001);

    Ranks() {
        if (world.is_root()) own.emplace();
        std::string path = own ? own->path().string() : "";
        world.broadcast(path, 0);
        file = fs::path(path) / "a.h5";
        std::iota(values.begin(), values.end(), 0.0f);
        values[17] = -1;
    }
    ~Ranks() { world.barrier(); }

    /// The sample, and a matrix of several blocks whose borders lie within rows.
    [[nodiscard]] FileContents contents(const comm::Communicator& ranks, std::int64_t columns = 1) const {
        FileContents contents = sample.contents(ranks.rank(), ranks.size());
        const auto size = static_cast<std::int64_t>(values.size());
        io::DatasetToWrite large{"/parameters/large", DType::f32, {size / columns, columns}, 0, 0, nullptr};
        const std::size_t bytes = static_cast<std::size_t>(size / columns * columns) * sizeof(float);
        std::tie(large.begin, large.end) = io::share_of(bytes, ranks.rank(), ranks.size());
        large.data = reinterpret_cast<const std::byte*>(values.data()) + large.begin;
        contents.datasets.push_back(large);
        return contents;
    }

    /// The message of the error, which is the same on all ranks; the file must be as it was, with no partial one beside it.
    template <class Action>
    std::string agreed_error(Action&& action) const {
        const std::string before = world.is_root() ? read_file(file) : "";
        std::string message;
        BOOST_CHECK_EXCEPTION(action(), comm::AgreedError, [&](const Error& error) {
            message = error.what();
            return true;
        });
        std::string of_root = message;
        world.broadcast(of_root, 0);
        BOOST_TEST(message == of_root);
        if (world.is_root()) {
            BOOST_TEST((read_file(file) == before));
            BOOST_TEST(!fs::exists(partial_name(file)));
        }
        world.barrier();
        return message;
    }
};

/// Every byte of all data sets, and all texts and numbers.
void check_equal(const CheckpointReader& a, const CheckpointReader& b) {
    BOOST_TEST(a.kind() == b.kind());
    BOOST_TEST(a.config_json() == b.config_json());
    BOOST_TEST((a.tokenizer() == b.tokenizer()));
    BOOST_TEST((a.training() == b.training()));
    BOOST_TEST((a.history() == b.history()));
    for (const std::string group : {"/parameters", "/optimizer/exp_avg"}) {
        const auto tensors = a.datasets(group);
        BOOST_TEST_REQUIRE(tensors.size() == b.datasets(group).size());
        for (const TensorInfo& tensor : tensors) {
            std::vector<std::byte> bytes[2] = {std::vector<std::byte>(tensor.bytes()),
                                               std::vector<std::byte>(tensor.bytes())};
            a.read(group, tensor, bytes[0]);
            b.read(group, tensor, bytes[1]);
            BOOST_TEST((bytes[0] == bytes[1]), tensor.name);
        }
    }
}

BOOST_FIXTURE_TEST_SUITE(checkpoint_of_ranks, Ranks)

BOOST_AUTO_TEST_CASE(ranks_write_what_one_rank_writes) {
    const comm::Communicator self = comm::Communicator::self();
    for (const std::int64_t columns : {1, 1000}) {
        io::write_file(world, file, contents(world, columns));
        if (world.is_root()) {
            const fs::path alone = *own / "alone.h5";
            io::write_file(self, alone, contents(self, columns));
            check_equal(CheckpointReader(file), CheckpointReader(alone));
            CheckpointReader(file).verify();
            std::vector<float> read(values.size() / static_cast<std::size_t>(columns) *
                                    static_cast<std::size_t>(columns));
            const CheckpointReader reader(file);
            reader.read("/parameters", reader.datasets("/parameters").back(),
                        std::as_writable_bytes(std::span(read)));
            BOOST_TEST((std::equal(read.begin(), read.end(), values.begin())));
        }
        world.barrier();
    }
}

BOOST_AUTO_TEST_CASE(values_may_change_once_they_are_copied) {
    std::vector<float> changing = values;
    FileContents mine = contents(world);
    const std::size_t begin = mine.datasets.back().begin;
    mine.datasets.back().data = reinterpret_cast<const std::byte*>(changing.data()) + begin;
    io::FileWriter writer(world, file, mine, io::Writing::in_background);
    writer.wait_for_copy();
    std::ranges::fill(changing, -5.0f);
    BOOST_TEST(!(world.is_root() && fs::exists(file)));
    writer.finish();
    BOOST_TEST(writer.ready());
    if (!world.is_root()) return;
    const CheckpointReader reader(file);
    reader.verify();
    std::vector<float> read(values.size());
    reader.read("/parameters", reader.datasets("/parameters").back(),
                std::as_writable_bytes(std::span(read)));
    BOOST_TEST((read == values));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_given_up_leaves_nothing) {
    io::write_file(world, file, sample.contents(world.rank(), world.size()));
    const std::string before = world.is_root() ? read_file(file) : "";
    { const io::FileWriter writer(world, file, contents(world), io::Writing::in_background); }
    world.barrier();
    if (!world.is_root()) return;
    BOOST_TEST((read_file(file) == before));
    BOOST_TEST(!fs::exists(partial_name(file)));
}

BOOST_AUTO_TEST_CASE(one_rank_may_write_all) {
    FileContents all = sample.contents();
    if (world.rank() != world.size() - 1) {
        for (auto& dataset : all.datasets) dataset.end = 0;
    }
    io::write_file(world, file, all);
    if (world.is_root()) CheckpointReader(file).verify();
}

BOOST_AUTO_TEST_CASE(overlaps_gaps_and_different_lists_are_told_on_all_ranks) {
    io::write_file(world, file, sample.contents(world.rank(), world.size()));
    if (world.size() > 1) {
        const auto twice = [&] { io::write_file(world, file, sample.contents()); };
        BOOST_TEST(agreed_error(twice).find("two ranks write the same part of /parameters/") !=
                   std::string::npos);
        const auto different = [&] {
            FileContents mine = sample.contents(world.rank(), world.size());
            if (world.rank() == 1) mine.datasets.pop_back();
            io::write_file(world, file, mine);
        };
        BOOST_TEST(agreed_error(different).find("the ranks list different data sets") != std::string::npos);
    }
    const auto gap = [&] {
        FileContents mine = sample.contents(world.rank(), world.size());
        mine.datasets[0].end = mine.datasets[0].begin;
        io::write_file(world, file, mine);
    };
    BOOST_TEST(agreed_error(gap).find("no rank writes all of /parameters/bert/embeddings/weight") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_rank_that_can_not_write_fails_all_and_the_old_file_survives) {
    io::write_file(world, file, sample.contents(world.rank(), world.size()));
    for (const io::Writing writing : {io::Writing::at_once, io::Writing::in_background}) {
        const std::string message = agreed_error([&] {
            std::optional<FileSizeLimit> limit;
            if (world.rank() == world.size() - 1) limit.emplace(rlim_t{1} << 20);
            io::FileWriter(world, file, contents(world), writing).finish();
        });
        BOOST_TEST_MESSAGE(message);
        BOOST_TEST(message.find(": File too large") != std::string::npos);
    }
    io::write_file(world, file, contents(world));  // and the next one works
    if (world.is_root()) CheckpointReader(file).verify();
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
