#include "remo/app/surroundings.hpp"

#include <boost/test/unit_test.hpp>
#include <map>

#include "support/temporary_directory.hpp"

namespace {

using Texts = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(surroundings)

BOOST_AUTO_TEST_CASE(two_ranks_on_one_core_are_warned) {
    const auto warnings = remo::app::binding_warnings({"a", "a", "b", "a"}, {"0", "1", "0", "1"});
    BOOST_REQUIRE(warnings.size() == 1u);
    BOOST_TEST(warnings[0].starts_with("ranks 1 and 3 on a are both bound to core 1 alone"));
}

BOOST_AUTO_TEST_CASE(ranks_that_share_several_cores_are_not_warned) {
    BOOST_TEST(remo::app::binding_warnings({"a", "a", "a"}, {"0-3", "0-3", "unknown"}).empty());
    BOOST_TEST(remo::app::binding_warnings({"a", "a"}, {"0,2", "0,2"}).empty());
}

BOOST_AUTO_TEST_CASE(a_directory_is_checked_and_left_clean) {
    const remo::test::TemporaryDirectory directory;
    const auto findings = remo::app::check_file_system(directory.path(), "probe");
    BOOST_TEST(findings.warnings == Texts{}, boost::test_tools::per_element());
    BOOST_TEST(findings.summary.find("GiB free") != std::string::npos);
    BOOST_TEST(std::filesystem::is_empty(directory.path()));
}

BOOST_AUTO_TEST_CASE(a_directory_that_can_not_be_written_is_told) {
    const auto findings = remo::app::check_file_system("/proc/no-such-directory", "probe");
    BOOST_REQUIRE(findings.warnings.size() == 1u);
    BOOST_TEST(findings.warnings[0].find("/proc/no-such-directory") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(slurm_is_described_by_what_it_set) {
    const std::map<std::string, std::string> variables = {{"SLURM_JOB_ID", "7"}, {"SLURM_NTASKS", "4"}};
    const auto lookup = [&](const std::string& name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    };
    BOOST_TEST(remo::app::slurm_text(lookup) == "job 7, tasks 4");
    BOOST_TEST(remo::app::slurm_text([](const std::string&) { return std::nullopt; }) == "not inside a job");
}

BOOST_AUTO_TEST_CASE(memory_is_known) {
    BOOST_TEST(remo::app::memory_text().find(" 0.0 GiB,") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
