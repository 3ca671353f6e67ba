#include "remo/data/partition.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <numeric>

#include "remo/base/random.hpp"

using namespace remo;
using namespace remo::data;

namespace {

std::vector<std::int32_t> random_lengths(RandomStream& random, std::size_t count, std::uint64_t longest) {
    std::vector<std::int32_t> lengths(count);
    for (auto& length : lengths) length = 2 + static_cast<std::int32_t>(random.below(longest - 1));
    return lengths;
}

std::int64_t tokens(const std::vector<std::int32_t>& lengths, const std::vector<std::int32_t>& positions) {
    std::int64_t sum = 0;
    for (const auto position : positions) sum += lengths[position];
    return sum;
}

// Every position once, each group ascending.
void check_partition(const std::vector<std::vector<std::int32_t>>& groups, std::size_t size) {
    std::vector<int> seen(size, 0);
    for (const auto& group : groups) {
        BOOST_TEST(std::ranges::is_sorted(group));
        for (const auto position : group) ++seen.at(position);
    }
    BOOST_TEST(std::ranges::all_of(seen, [](int count) { return count == 1; }));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(partition)

BOOST_AUTO_TEST_CASE(epoch_order_is_a_permutation_that_depends_on_seed_and_epoch) {
    const auto order = epoch_order(10000, 42, 0, true);
    auto sorted = order;
    std::ranges::sort(sorted);
    BOOST_TEST((sorted == epoch_order(10000, 7, 3, false)));
    BOOST_TEST((order == epoch_order(10000, 42, 0, true)));
    BOOST_TEST((order != epoch_order(10000, 42, 1, true)));
    BOOST_TEST((order != epoch_order(10000, 43, 0, true)));
    BOOST_TEST(epoch_order(0, 1, 0, true).empty());
    BOOST_TEST(epoch_order(1, 1, 0, true).front() == 0);
}

// Each of the 24 orders of four samples comes up about equally often (chi-squared, 23 degrees of freedom, p = 1e-6).
BOOST_AUTO_TEST_CASE(shuffles_are_uniform) {
    std::map<std::vector<std::int64_t>, int> counts;
    const int draws = 24000;
    for (int epoch = 0; epoch < draws; ++epoch) ++counts[epoch_order(4, 1, epoch, true)];
    BOOST_TEST(counts.size() == 24u);
    double chi_squared = 0.0;
    for (const auto& [order, count] : counts) chi_squared += (count - 1000.0) * (count - 1000.0) / 1000.0;
    BOOST_TEST(chi_squared < 71.0);
}

BOOST_AUTO_TEST_CASE(shares_are_a_balanced_partition) {
    RandomStream random(random_key(5, RandomUse::data_order));
    for (int trial = 0; trial < 300; ++trial) {
        const int ranks = 1 + static_cast<int>(random.below(9));
        const auto lengths = random_lengths(random, random.below(70), 128);
        const auto shares = balanced_shares(lengths, ranks);
        BOOST_TEST(shares.size() == static_cast<std::size_t>(ranks));
        check_partition(shares, lengths.size());
        std::int64_t most = 0, least = INT64_MAX, longest = 0;
        for (const auto& share : shares) {
            most = std::max(most, tokens(lengths, share));
            least = std::min(least, tokens(lengths, share));
        }
        for (const auto length : lengths) longest = std::max<std::int64_t>(longest, length);
        BOOST_TEST(most - least <= longest);
        const std::int64_t total = std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0});
        // Graham's bound for longest-first: 4/3 - 1/(3 m) of the best, which is at least the mean and the longest.
        const double best = std::max(static_cast<double>(longest), static_cast<double>(total) / ranks);
        if (lengths.size() <= static_cast<std::size_t>(ranks)) BOOST_TEST(most == longest);
        BOOST_TEST(static_cast<double>(most) <=
                   best + static_cast<double>(longest) * (1.0 - 1.0 / ranks) + 1e-9);
    }
}

BOOST_AUTO_TEST_CASE(fewer_samples_than_ranks_leave_ranks_empty) {
    const std::vector<std::int32_t> lengths = {5, 9};
    const auto shares = balanced_shares(lengths, 4);
    BOOST_TEST(std::ranges::count_if(shares, [](const auto& share) { return share.empty(); }) == 2);
    BOOST_TEST(balanced_shares({}, 3).size() == 3u);
}

BOOST_AUTO_TEST_CASE(micro_batches_respect_the_limit_and_are_few) {
    RandomStream random(random_key(6, RandomUse::data_order));
    for (int trial = 0; trial < 300; ++trial) {
        const auto lengths = random_lengths(random, random.below(60), 128);
        const auto limit = static_cast<std::int64_t>(32 + random.below(1000));
        const auto groups = micro_batches(lengths, limit);
        check_partition(groups, lengths.size());
        std::int64_t total = 0, oversized = 0;
        for (const auto length : lengths) length > limit ? ++oversized : total += length;
        for (const auto& group : groups) {
            BOOST_TEST(!group.empty());
            BOOST_TEST((tokens(lengths, group) <= limit || group.size() == 1));
        }
        // At most one in two groups may be less than half full: fewer than 2 * total / limit + 1.
        BOOST_TEST(static_cast<std::int64_t>(groups.size()) - oversized <= 2 * total / limit + 1);
        BOOST_TEST(std::ranges::is_sorted(groups, {}, [](const auto& group) { return group.front(); }));
    }
}

BOOST_AUTO_TEST_CASE(micro_batches_are_equal_where_they_can_be) {
    const std::vector<std::int32_t> lengths(32, 100);
    const auto groups = micro_batches(lengths, 1700);
    BOOST_TEST(groups.size() == 2u);
    BOOST_TEST(groups[0].size() == 16u);
    BOOST_TEST(micro_batches(lengths, 3200).size() == 1u);
    BOOST_TEST(micro_batches(lengths, 50).size() == 32u);
    BOOST_TEST(micro_batches({}, 50).empty());
    // {6,5,4,3,2} in rooms of 10 fits in two: 6+4 and 5+3+2.
    BOOST_TEST(micro_batches(std::vector<std::int32_t>{6, 5, 4, 3, 2}, 10).size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
