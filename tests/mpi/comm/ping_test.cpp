// Speed of messages: figures that make sense on every number of ranks, and which pairs are tried.
#include <boost/test/unit_test.hpp>

#include "remo/base/error.hpp"
#include "remo/comm/ping.hpp"
#include "support/mpi_fixture.hpp"

namespace {

using namespace remo;
using Pairs = std::vector<std::pair<int, int>>;

Pairs plain(const std::vector<comm::RankPair>& pairs) {
    Pairs result;
    for (const auto& [first, second] : pairs) result.emplace_back(first, second);
    return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ping)

BOOST_AUTO_TEST_CASE(all_ranks_get_the_figures_of_a_pair) {
    const auto world = comm::Communicator::world();
    if (world.size() > 1) {
        const comm::PingFigures figures = comm::ping(world, world.size() - 1, 0);
        BOOST_TEST(figures.latency_seconds > 0.0);
        BOOST_TEST(figures.latency_seconds < 1.0);
        BOOST_TEST(figures.bytes_per_second > 1e5);
        BOOST_TEST(world.minimum(figures.bytes_per_second) == world.maximum(figures.bytes_per_second));
    }
    BOOST_CHECK_THROW((void)comm::ping(world, 0, 0), Error);
}

BOOST_AUTO_TEST_CASE(all_reduce_is_timed_alike_on_all_ranks) {
    const auto world = comm::Communicator::world();
    const double seconds = comm::all_reduce_seconds(world, 1 << 20, 300000);
    BOOST_TEST(seconds > 0.0);
    BOOST_TEST(world.minimum(seconds) == world.maximum(seconds));
}

BOOST_AUTO_TEST_CASE(pairs_within_and_between_hosts) {
    const auto one = comm::pairs_to_try({"a", "a", "a"}, 8);
    BOOST_TEST((plain(one.within) == Pairs{{0, 1}}));
    BOOST_TEST(one.between.empty());
    const auto two = comm::pairs_to_try({"a", "b", "a", "b"}, 8);  // dealt out in turn
    BOOST_TEST((plain(two.within) == Pairs{{0, 2}, {1, 3}}));
    BOOST_TEST((plain(two.between) == Pairs{{0, 1}}));
    const auto three = comm::pairs_to_try({"a", "a", "b", "c", "c"}, 8);
    BOOST_TEST((plain(three.within) == Pairs{{0, 1}, {3, 4}}));
    BOOST_TEST((plain(three.between) == Pairs{{0, 2}, {2, 3}, {3, 0}}));
    BOOST_TEST((plain(comm::pairs_to_try({"a", "b", "c"}, 2).between) == Pairs{{0, 1}, {1, 2}}));
    BOOST_TEST(comm::pairs_to_try({"a"}, 8).within.empty());
}

BOOST_AUTO_TEST_SUITE_END()
