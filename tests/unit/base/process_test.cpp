// The age of this process grows with the clock.
#include <sys/wait.h>
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

BOOST_AUTO_TEST_CASE(a_process_that_has_ended_does_not_run) {
    const std::uint64_t start = remo::process_start_ticks(getpid());
    BOOST_TEST(remo::process_runs(getpid(), start));
    BOOST_TEST(remo::process_runs(getpid(), 0));
    BOOST_TEST(!remo::process_runs(getpid(), start + 1));  // the number belongs to another process now
    BOOST_TEST(!remo::process_runs(2147483646, 0));
    const pid_t child = fork();
    if (child == 0) _exit(0);
    BOOST_TEST_REQUIRE(child > 0);
    siginfo_t ended{};
    BOOST_TEST(waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) == 0);
    BOOST_TEST(!remo::process_runs(child, 0));  // ended, its status not asked for
    BOOST_TEST(waitpid(child, nullptr, 0) == child);
}
