// The age of this process grows with the clock.
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include "remo/base/process.hpp"

BOOST_AUTO_TEST_CASE(a_process_knows_its_age) {
    BOOST_TEST(remo::process_start_ticks(getpid()) > 0u);
    BOOST_TEST(remo::process_start_ticks(2147483646) == 0u);
    const double age = remo::process_age_seconds();
    usleep(50'000);
    const double later = remo::process_age_seconds();
    BOOST_TEST(later - age >= 0.05);
    BOOST_TEST(later - age < 5.0);
    BOOST_TEST(age >= 0.0);
    BOOST_TEST(age < 600.0);
}
