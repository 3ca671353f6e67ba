#include "remo/data/label_order.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

using remo::data::natural_less;

BOOST_AUTO_TEST_CASE(labels_sort_naturally) {
    const std::vector<std::string> sorted = {"-2",      "-1",     "0",       "0.5", "1",   "01",
                                             "2",       "10",     "",        "1e3", "2nd", "10th",
                                             "Class 1", "class2", "class10", "nan", "ä"};
    for (std::size_t i = 0; i < sorted.size(); ++i)
        for (std::size_t j = 0; j < sorted.size(); ++j) {
            const bool expected = i < j;
            if (sorted[i] == "1" && sorted[j] == "01") continue;
            if (sorted[i] == "01" && sorted[j] == "1") continue;
            BOOST_TEST(natural_less(sorted[i], sorted[j]) == expected, sorted[i] << " < " << sorted[j]);
        }
    BOOST_TEST(natural_less("1", "01") != natural_less("01", "1"));  // equal values, but different labels
}
