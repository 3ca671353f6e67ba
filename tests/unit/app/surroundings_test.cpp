#include "remo/app/surroundings.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <map>

#include "remo/app/network_report.hpp"

#include "support/temporary_directory.hpp"

namespace {

using remo::app::binding_warnings;
using Texts = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(surroundings)

BOOST_AUTO_TEST_CASE(two_ranks_on_one_core_are_warned) {
    const auto warnings = binding_warnings({{"a", "0"}, {"a", "1"}, {"b", "0"}, {"a", "1"}, {"a", "2-7"}});
    BOOST_REQUIRE(warnings.size() == 1u);
    BOOST_TEST(warnings[0].starts_with("ranks 1 and 3 on a are both bound to core 1 alone"));
}

BOOST_AUTO_TEST_CASE(ranks_that_share_enough_cores_are_not_warned) {
    BOOST_TEST(binding_warnings({{"a", "0-3"}, {"a", "0-3"}, {"a", "unknown"}}).empty());
    BOOST_TEST(binding_warnings({{"a", "0,2"}, {"a", "0,2"}, {"b", "0"}}).empty());
}

BOOST_AUTO_TEST_CASE(more_ranks_than_cores_are_warned) {
    const auto warnings = binding_warnings({{"a", "0,1"}, {"a", "0,1"}, {"a", "0,1"}, {"b", "0,1"}});
    BOOST_REQUIRE(warnings.size() == 1u);
    BOOST_TEST(warnings[0].starts_with("3 ranks on a share 2 cores"));
}

BOOST_AUTO_TEST_CASE(more_threads_than_cores_are_warned) {
    const auto warnings = binding_warnings({{"a", "0-3", 4}, {"a", "4,5", 4}});
    BOOST_REQUIRE(warnings.size() == 1u);
    BOOST_TEST(
        warnings[0].starts_with("rank 1 on a computes with 4 threads on 2 cores; set OMP_NUM_THREADS=2"));
}

BOOST_AUTO_TEST_CASE(lists_of_processors) {
    const std::vector<int> expected = {0, 1, 2, 3, 8};
    BOOST_TEST(remo::app::processor_list("0-3,8") == expected, boost::test_tools::per_element());
    BOOST_TEST(remo::app::processor_list("unknown").empty());
    BOOST_TEST(remo::app::processor_list("").empty());
}

// Two cores of two hardware threads each, on two NUMA nodes: 0 and 2 are one core, 1 and 3 the other.
BOOST_AUTO_TEST_CASE(hardware_threads_of_one_core_count_once) {
    const remo::test::TemporaryDirectory directory;
    for (int processor = 0; processor < 4; ++processor) {
        const auto cpu = directory.path() / ("cpu" + std::to_string(processor));
        std::filesystem::create_directories(cpu / "topology");
        std::filesystem::create_directories(cpu / ("node" + std::to_string(processor % 2)));
        std::ofstream(cpu / "topology" / "thread_siblings_list") << (processor % 2 == 0 ? "0,2\n" : "1,3\n");
    }
    const remo::app::Processors processors(directory.path());
    BOOST_TEST(processors.cores("0-3") == "0,1");
    BOOST_TEST(processors.cores("2") == "0");
    BOOST_TEST(processors.cores("unknown") == "");
    BOOST_TEST(processors.numa_nodes("0,2") == "0");
    BOOST_TEST(processors.numa_nodes("0-3") == "0,1");
    BOOST_TEST(processors.numa_nodes("9") == "unknown");
    BOOST_TEST(remo::app::Processors("/no/such/place").cores("3-4") == "3,4");
}

BOOST_AUTO_TEST_CASE(the_default_bucket_is_kept_unless_another_is_clearly_faster) {
    using remo::app::advised_bucket;
    BOOST_TEST(advised_bucket({{0.25, 2.0}, {1.0, 1.05}, {4.0, 1.0}}, 1.0) == 1.0);
    BOOST_TEST(advised_bucket({{0.25, 2.0}, {1.0, 1.2}, {4.0, 1.0}}, 1.0) == 4.0);
    BOOST_TEST(advised_bucket({}, 1.0) == 1.0);
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
