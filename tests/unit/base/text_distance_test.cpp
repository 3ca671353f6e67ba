#include "remo/base/text_distance.hpp"

#include <array>
#include <boost/test/unit_test.hpp>

namespace {

using namespace std::string_view_literals;

BOOST_AUTO_TEST_SUITE(text_distance)

BOOST_AUTO_TEST_CASE(the_nearest_name_is_found) {
    constexpr std::array known = {"global_batch_size"sv, "micro_batch_tokens"sv, "max_updates"sv,
                                  "precision"sv};
    BOOST_TEST(remo::nearest_name("global_batchsize", known) == "global_batch_size");
    BOOST_TEST(remo::nearest_name("max_update", known) == "max_updates");
    BOOST_TEST(remo::nearest_name("precission", known) == "precision");
}

BOOST_AUTO_TEST_CASE(a_swap_of_neighbours_counts_once) {
    constexpr std::array known = {"bat"sv, "ab"sv};
    BOOST_TEST(remo::nearest_name("ba", known) == "bat");  // both at distance 1: the first
    constexpr std::array swapped = {"xx"sv, "ab"sv};
    BOOST_TEST(remo::nearest_name("ba", swapped) == "ab");
}

BOOST_AUTO_TEST_CASE(no_known_name_gives_none) {
    BOOST_TEST(remo::nearest_name("anything", {}).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
