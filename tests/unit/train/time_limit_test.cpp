// Where the end of a job is known from, and when a run must save.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <ctime>
#include <map>

#include "remo/base/error.hpp"
#include "remo/train/time_limit.hpp"

namespace {

using remo::train::TimeLimit;
using Clock = TimeLimit::Clock;

remo::EnvironmentLookup environment(std::map<std::string, std::string> values) {
    return [values](const std::string& name) -> std::optional<std::string> {
        const auto found = values.find(name);
        if (found == values.end()) return std::nullopt;
        return found->second;
    };
}

remo::train::CommandOutput prints(std::optional<std::string> text) {
    return [text](const std::string&) { return text; };
}

const Clock::time_point start = Clock::from_time_t(1'800'000'000);

}  // namespace

BOOST_AUTO_TEST_SUITE(time_limit)

BOOST_AUTO_TEST_CASE(limits_are_hours_minutes_seconds) {
    BOOST_TEST(remo::train::parse_time_limit("01:02:03") == 3723.0);
    BOOST_TEST(remo::train::parse_time_limit("2-00:00:01") == 172801.0);
    for (const char* wrong : {"", "10", "1:2", "1:60:00", "a:b:c", "1:2:3:4", "-1:00:00", "x-1:00:00"}) {
        BOOST_CHECK_THROW(remo::train::parse_time_limit(wrong), remo::Error);
    }
}

BOOST_AUTO_TEST_CASE(the_job_file_goes_first) {
    const TimeLimit limit("00:10:00", start,
                          environment({{"SLURM_JOB_ID", "7"}, {"SLURM_JOB_END_TIME", "1800009999"}}),
                          prints(std::nullopt));
    BOOST_TEST(limit.source() == "run.time_limit");
    BOOST_TEST(limit.seconds_left(start) == 600.0);
}

BOOST_AUTO_TEST_CASE(then_slurm_s_variable_then_squeue) {
    const TimeLimit variable("", start,
                             environment({{"SLURM_JOB_ID", "7"}, {"SLURM_JOB_END_TIME", "1800000100"}}),
                             prints(std::nullopt));
    BOOST_TEST(variable.seconds_left(start) == 100.0);
    std::time_t end = 1'800'000'200;
    char text[64];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S\n", std::localtime(&end));
    const TimeLimit squeue("", start, environment({{"SLURM_JOB_ID", "7"}}), prints(text));
    BOOST_TEST(squeue.source() == "squeue");
    BOOST_TEST(squeue.seconds_left(start) == 200.0);
}

BOOST_AUTO_TEST_CASE(an_unlimited_job_never_must_stop) {
    for (const auto& text : {std::optional<std::string>("NONE\n"), std::optional<std::string>()}) {
        const TimeLimit limit("", start, environment({{"SLURM_JOB_ID", "7"}}), prints(text));
        BOOST_TEST(!limit.known());
        BOOST_TEST(std::isinf(limit.seconds_left(start)));
        BOOST_TEST(!limit.must_stop(start, 1e6, 1e6));
    }
}

BOOST_AUTO_TEST_CASE(a_slow_save_stops_earlier) {
    const TimeLimit limit("00:10:00", start, environment({}), prints(std::nullopt));
    const auto at = [](int seconds) { return start + std::chrono::seconds(seconds); };
    BOOST_TEST(!limit.must_stop(at(500), 10.0, 1.0));
    BOOST_TEST(limit.must_stop(at(500), 50.0, 1.0));
    BOOST_TEST(limit.must_stop(at(590), 1.0, 1.0));
}

BOOST_AUTO_TEST_SUITE_END()
