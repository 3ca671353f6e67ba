// Every collective on every number of ranks, and agreement on errors.
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <numeric>

#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/comm/topology.hpp"
#include "support/mpi_fixture.hpp"

namespace {

using namespace remo;
using comm::Communicator;

using Types = boost::mpl::list<float, double, std::int32_t, std::int64_t, std::uint64_t>;

/// rank + 1, rank + 2, …
template <class T>
std::vector<T> own_values(const Communicator& world, std::size_t count) {
    std::vector<T> values(count);
    std::iota(values.begin(), values.end(), static_cast<T>(world.rank() + 1));
    return values;
}

struct Ranks {
    Communicator world = Communicator::world();
};

/// What the ranks learn when `failing` of them throw.
std::string agreed_message(const Communicator& world, const std::vector<int>& failing) {
    try {
        comm::together(world, [&] {
            for (const int rank : failing) {
                if (rank == world.rank()) usage_error("no file {}", rank);
            }
        });
    } catch (const comm::AgreedError& error) {
        BOOST_TEST((error.status() == ExitStatus::usage));
        return error.what();
    }
    return "";
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(collectives, Ranks)

BOOST_AUTO_TEST_CASE_TEMPLATE(reductions, T, Types) {
    const auto size = static_cast<T>(world.size());
    const T ranks_sum = static_cast<T>(world.size() * (world.size() + 1) / 2);
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{100001}}) {
        std::vector<T> sums = own_values<T>(world, count), least = sums, most = sums, root_sums = sums;
        const std::vector<T> own = sums;
        const int root = world.size() - 1;
        world.sum(std::span<T>(sums));
        world.minimum(std::span<T>(least));
        world.maximum(std::span<T>(most));
        world.sum_to(std::span<T>(root_sums), root);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const T place = static_cast<T>(i);
            const T sum = ranks_sum + size * place;
            wrong += sums[i] != sum || least[i] != 1 + place || most[i] != size + place;
            wrong += root_sums[i] != (world.rank() == root ? sum : own[i]);
        }
        BOOST_TEST(wrong == 0u);
    }
    BOOST_TEST(world.sum(static_cast<T>(world.rank() + 1)) == ranks_sum);
    BOOST_TEST(world.minimum(static_cast<T>(world.rank() + 1)) == T{1});
    BOOST_TEST(world.maximum(static_cast<T>(world.rank() + 1)) == size);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(broadcast_from_each, T, Types) {
    for (int root = 0; root < world.size(); ++root) {
        std::vector<T> values = own_values<T>(world, 1001);
        world.broadcast(std::span<T>(values), root);
        BOOST_TEST(
            (values.front() == static_cast<T>(root + 1) && values.back() == static_cast<T>(root + 1001)));
    }
}

// Rank r has r values: rank 0 none.
BOOST_AUTO_TEST_CASE_TEMPLATE(gather_ragged, T, Types) {
    std::vector<T> expected;
    for (int rank = 0; rank < world.size(); ++rank) {
        for (int i = 0; i < rank; ++i) expected.push_back(static_cast<T>(rank + 1 + i));
    }
    const std::vector<T> own = own_values<T>(world, static_cast<std::size_t>(world.rank()));
    BOOST_TEST((world.all_gather(std::span<const T>(own)) == expected));
    for (int root = 0; root < world.size(); ++root) {
        const auto all = world.gather(std::span<const T>(own), root);
        BOOST_TEST((all == (world.rank() == root ? expected : std::vector<T>{})));
    }
    std::vector<std::int64_t> counts(static_cast<std::size_t>(world.size()));
    std::iota(counts.begin(), counts.end(), 0);
    BOOST_TEST((world.scatter(std::span<const T>(expected), counts, 0) == own));
}

BOOST_AUTO_TEST_CASE(texts) {
    std::string text = world.is_root() ? "gr\xc3\xbc\xc3\x9f" : "longer than the other";
    world.broadcast(text, 0);
    BOOST_TEST(text == "gr\xc3\xbc\xc3\x9f");
    const auto texts = world.gather(std::string(static_cast<std::size_t>(world.rank()), 'x'), 0);
    BOOST_TEST(texts.size() == (world.is_root() ? static_cast<std::size_t>(world.size()) : 0u));
    for (std::size_t rank = 0; rank < texts.size(); ++rank) BOOST_TEST(texts[rank] == std::string(rank, 'x'));
}

BOOST_AUTO_TEST_CASE(parts) {
    const Communicator half = world.split(world.rank() % 2, world.rank());
    BOOST_TEST(half.size() == (world.size() + 1 - world.rank() % 2) / 2);
    BOOST_TEST(half.rank() == world.rank() / 2);
    const comm::LocalPlace place = comm::local_place(world);
    BOOST_TEST(place.rank == world.rank());
    BOOST_TEST(place.ranks == world.size());
    const auto lines = comm::placement_lines(world, "cpu");
    BOOST_TEST(lines.size() == (world.is_root() ? static_cast<std::size_t>(world.size()) : 0u));
    if (world.is_root()) BOOST_TEST(lines[0].starts_with("rank 0 -> " + world.host() + ", cpu, cores "));
}

// Sums of unequal magnitudes, whose bits depend on the order of additions.
BOOST_AUTO_TEST_CASE(sums_have_the_same_bits_each_time_and_everywhere) {
    std::vector<float> own(300007), first;
    for (std::size_t i = 0; i < own.size(); ++i) {
        own[i] = (1.0f + static_cast<float>(world.rank())) / static_cast<float>(i % 977 + 3);
    }
    for (int run = 0; run < 5; ++run) {
        std::vector<float> sums = own;
        world.sum(std::span<float>(sums));
        if (run == 0) first = sums;
        BOOST_TEST((sums == first));
    }
    std::vector<float> of_root = first;
    world.broadcast(std::span<float>(of_root), 0);
    BOOST_TEST((of_root == first));
}

BOOST_AUTO_TEST_CASE(errors_name_call_and_rank) {
    std::vector<float> values(3);
    BOOST_CHECK_EXCEPTION(world.broadcast(std::span<float>(values), world.size() + 5), Error,
                          [&](const Error& error) {
                              const std::string text = error.what();
                              return text.find("MPI_Bcast") != text.npos &&
                                     text.find(fmt::format("rank {} on", world.rank())) != text.npos;
                          });
}

BOOST_AUTO_TEST_CASE(agreement) {
    const int last = world.size() - 1;
    BOOST_TEST(agreed_message(world, {}).empty());
    const std::string alone = agreed_message(world, {last});
    std::string of_root = alone;
    world.broadcast(of_root, 0);
    BOOST_TEST(alone == of_root);  // the same on all ranks
    BOOST_TEST(alone.ends_with(fmt::format("no file {}", last)));
    if (last > 0) BOOST_TEST(alone.starts_with(fmt::format("rank {} on ", last)));
    std::vector<int> all(static_cast<std::size_t>(world.size()));
    std::iota(all.begin(), all.end(), 0);
    BOOST_TEST(agreed_message(world, all) == "no file 0");
    if (last > 1) BOOST_TEST(agreed_message(world, {1, last}).ends_with("no file 1"));
}

// Whatever one rank throws, the others learn of it.
BOOST_AUTO_TEST_CASE(exceptions_of_other_types_are_agreed_on) {
    BOOST_CHECK_THROW(comm::on_root(world, [] { throw 7; }), comm::AgreedError);
}

BOOST_AUTO_TEST_CASE(communicators_made_of_a_watched_one_are_watched) {
    comm::LifeSigns signs;
    Communicator watched = world.duplicate();
    watched.watch(&signs);
    BOOST_TEST(watched.duplicate().life_signs() == &signs);
    BOOST_TEST(watched.split(0, world.rank()).life_signs() == &signs);
    const auto before = signs.progress();
    watched.barrier();
    BOOST_TEST(signs.progress() > before);
}

BOOST_AUTO_TEST_CASE(on_root) {
    BOOST_CHECK_THROW(comm::on_root(world, [] { failure("broken"); }), comm::AgreedError);
    const auto result = comm::on_root(world, [] { return 7; });
    BOOST_TEST(result.has_value() == world.is_root());
    BOOST_TEST(comm::together(world, [&] { return world.rank(); }) == world.rank());
}

BOOST_AUTO_TEST_SUITE_END()
