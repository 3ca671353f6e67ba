#include "remo/base/random.hpp"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

namespace {

constexpr std::uint32_t ones = 0xffffffffu;

BOOST_AUTO_TEST_SUITE(random)

// The known answers that the authors of Philox publish for philox4x32-10.
BOOST_AUTO_TEST_CASE(philox_gives_the_known_answers) {
    BOOST_TEST((remo::philox({0, 0, 0, 0}, {0, 0}) ==
                remo::PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    BOOST_TEST((remo::philox({ones, ones, ones, ones}, {ones, ones}) ==
                remo::PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    BOOST_TEST((remo::philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
                remo::PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

BOOST_AUTO_TEST_CASE(keys_differ_in_each_argument) {
    using remo::RandomUse;
    const std::vector<remo::PhiloxKey> keys = {remo::random_key(1, RandomUse::dropout, 7, 3),
                                               remo::random_key(2, RandomUse::dropout, 7, 3),
                                               remo::random_key(1, RandomUse::data_order, 7, 3),
                                               remo::random_key(1, RandomUse::dropout, 8, 3),
                                               remo::random_key(1, RandomUse::dropout, 7, 4),
                                               remo::random_key(1ull << 32 | 1, RandomUse::dropout, 7, 3),
                                               remo::random_key(1, RandomUse::dropout, 1ull << 32 | 7, 3)};
    for (std::size_t i = 0; i < keys.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) BOOST_TEST((keys[i] != keys[j]), i << " and " << j);
    }
}

BOOST_AUTO_TEST_CASE(a_stream_takes_the_words_of_its_counters_in_order) {
    const remo::PhiloxKey key{5, 9};
    remo::RandomStream stream(key);
    for (std::uint32_t block = 0; block < 3; ++block) {
        for (const std::uint32_t word : remo::philox({block, 0, 0, 0}, key))
            BOOST_TEST(stream.word() == word);
    }
}

BOOST_AUTO_TEST_CASE(below_covers_its_range_evenly) {
    remo::RandomStream stream({1, 2});
    std::array<int, 6> counts{};
    constexpr int draws = 60000;
    for (int i = 0; i < draws; ++i) {
        const std::uint64_t value = stream.below(counts.size());
        BOOST_REQUIRE(value < counts.size());
        ++counts[value];
    }
    for (const int count : counts) BOOST_TEST(std::abs(count - draws / 6) < 500);  // five standard deviations
}

BOOST_AUTO_TEST_CASE(below_works_at_its_ends) {
    remo::RandomStream stream({1, 2});
    BOOST_TEST(stream.below(0) == 0u);
    BOOST_TEST(stream.below(1) == 0u);
    const std::uint64_t bound = (1ull << 63) + 1;  // rejects about half of the draws
    std::uint64_t largest = 0;
    for (int i = 0; i < 100; ++i) largest = std::max(largest, stream.below(bound));
    BOOST_TEST(largest < bound);
    BOOST_TEST(largest > 1ull << 62);
}

BOOST_AUTO_TEST_CASE(uniform_and_normal_have_their_moments) {
    remo::RandomStream stream({3, 4});
    constexpr int draws = 100000;
    double mean = 0, normal_mean = 0, normal_square = 0, normal_fourth = 0;
    for (int i = 0; i < draws; ++i) {
        const double u = stream.uniform();
        BOOST_REQUIRE(u >= 0.0);
        BOOST_REQUIRE(u < 1.0);
        const double n = stream.normal();
        mean += u / draws;
        normal_mean += n / draws;
        normal_square += n * n / draws;
        normal_fourth += n * n * n * n / draws;
    }
    BOOST_TEST(std::abs(mean - 0.5) < 0.005);
    BOOST_TEST(std::abs(normal_mean) < 0.016);
    BOOST_TEST(std::abs(normal_square - 1.0) < 0.025);
    BOOST_TEST(std::abs(normal_fourth - 3.0) < 0.16);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
