#include <boost/test/unit_test.hpp>

#include "remo/base/build_info.hpp"
#include "remo/base/format.hpp"

namespace {

BOOST_AUTO_TEST_SUITE(error)

BOOST_AUTO_TEST_CASE(each_kind_has_its_exit_status) {
    BOOST_CHECK_EXCEPTION(remo::usage_error("job.toml:{}: bad", 3), remo::Error, [](const remo::Error& e) {
        return e.status() == remo::ExitStatus::usage && std::string(e.what()) == "job.toml:3: bad";
    });
    BOOST_CHECK_EXCEPTION(remo::failure("{} failed", "write"), remo::Error, [](const remo::Error& e) {
        return e.status() == remo::ExitStatus::failure && std::string(e.what()) == "write failed";
    });
}

BOOST_AUTO_TEST_CASE(require_throws_only_when_broken) {
    BOOST_CHECK_NO_THROW(remo::require(true, "unused"));
    BOOST_CHECK_THROW(remo::require(false, "broken"), remo::Error);
}

BOOST_AUTO_TEST_CASE(the_build_describes_itself_and_runs_here) {
    BOOST_TEST(!remo::build_info().version.empty());
    BOOST_TEST(!remo::build_info().git_commit.empty());
    BOOST_TEST(!remo::build_info().compiler.empty());
    BOOST_TEST(remo::missing_cpu_features() == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
