#include "remo/app/launch_check.hpp"

#include <boost/test/unit_test.hpp>
#include <map>

namespace {

using remo::app::look_up_launch;
using Variables = std::map<std::string, std::string>;

remo::EnvironmentLookup lookup(Variables variables) {
    return [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        if (found == variables.end()) return std::nullopt;
        return found->second;
    };
}

bool refused(const Variables& variables) {
    return !look_up_launch(lookup(variables)).error.empty();
}

bool warned(const Variables& variables) {
    return !look_up_launch(lookup(variables)).warning.empty();
}

BOOST_AUTO_TEST_SUITE(launch_check)

BOOST_AUTO_TEST_CASE(one_process_without_a_launcher_is_fine) {
    const auto findings = look_up_launch(lookup({}));
    BOOST_TEST(findings.error == "");
    BOOST_TEST(findings.warning == "");
}

BOOST_AUTO_TEST_CASE(worlds_of_one_are_refused_with_the_remedy) {
    const auto findings = look_up_launch(lookup({{"SLURM_JOB_ID", "7"}, {"SLURM_STEP_NUM_TASKS", "4"}}));
    BOOST_TEST(findings.error.find("4 processes") != std::string::npos);
    BOOST_TEST(findings.error.find("SLURM_STEP_NUM_TASKS=4") != std::string::npos);
    BOOST_TEST(findings.error.find("srun --mpi=list") != std::string::npos);
    BOOST_TEST(findings.error.find("mpirun") != std::string::npos);
    BOOST_TEST(findings.warning == "");
    for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE"}) {
        BOOST_TEST(refused({{variable, "2"}}), variable);
        BOOST_TEST(!refused({{variable, "1"}}), variable);
    }
}

BOOST_AUTO_TEST_CASE(the_way_in_which_ranks_find_each_other_is_known) {
    const auto launch = [](Variables variables) { return look_up_launch(lookup(std::move(variables))); };
    BOOST_TEST(launch({{"PMIX_RANK", "0"}, {"SLURM_STEP_ID", "0"}}).pmi == "pmix");
    BOOST_TEST(launch({{"PMI_FD", "5"}, {"PMI_RANK", "0"}}).pmi == "pmi2");
    BOOST_TEST(launch({{"PMI_RANK", "0"}}).pmi == "pmi");
    BOOST_TEST(launch({}).pmi == "none");
    BOOST_TEST(launch({{"SLURM_STEP_ID", "0"}}).step_without_pmi);
    BOOST_TEST(!launch({{"SLURM_STEP_ID", "0"}, {"PMIX_RANK", "0"}}).step_without_pmi);
    BOOST_TEST(!launch({{"SLURM_STEP_ID", "0"}, {"OMPI_COMM_WORLD_SIZE", "2"}}).step_without_pmi);
    BOOST_TEST(!launch({{"SLURM_JOB_ID", "7"}}).step_without_pmi);
}

// mpirun starts its daemons as a step with one task a node; each rank inherits that step's variables.
BOOST_AUTO_TEST_CASE(one_rank_under_mpirun_inside_a_step_is_fine) {
    BOOST_TEST(
        !refused({{"OMPI_COMM_WORLD_SIZE", "1"}, {"SLURM_STEP_NUM_TASKS", "2"}, {"SLURM_NTASKS", "2"}}));
    BOOST_TEST(!warned({{"OMPI_COMM_WORLD_SIZE", "1"}, {"SLURM_JOB_ID", "7"}, {"SLURM_NTASKS", "2"}}));
}

BOOST_AUTO_TEST_CASE(a_bare_command_in_a_batch_script_is_warned) {
    BOOST_TEST(warned({{"SLURM_JOB_ID", "7"}, {"SLURM_NTASKS", "4"}}));
    BOOST_TEST(!refused({{"SLURM_JOB_ID", "7"}, {"SLURM_NTASKS", "4"}}));
    BOOST_TEST(!warned({{"SLURM_JOB_ID", "7"}, {"SLURM_NTASKS", "1"}}));
    BOOST_TEST(!warned({{"SLURM_JOB_ID", "7"}}));
    BOOST_TEST(!warned({{"SLURM_NTASKS", "4"}}));
}

BOOST_AUTO_TEST_CASE(a_step_of_one_task_is_fine) {
    const Variables step = {{"SLURM_JOB_ID", "7"}, {"SLURM_NTASKS", "4"}, {"SLURM_STEP_NUM_TASKS", "1"}};
    BOOST_TEST(!refused(step));
    BOOST_TEST(!warned(step));
}

BOOST_AUTO_TEST_CASE(values_that_are_no_numbers_are_ignored) {
    BOOST_TEST(!refused({{"PMI_SIZE", "x"}, {"OMPI_COMM_WORLD_SIZE", ""}}));
    BOOST_TEST(refused({{"PMI_SIZE", "2(x)"}, {"SLURM_STEP_NUM_TASKS", "2"}}));
}

BOOST_AUTO_TEST_CASE(rank_and_size_come_from_the_launcher) {
    BOOST_TEST(look_up_launch(lookup({})).ranks == 1);
    BOOST_TEST(look_up_launch(lookup({})).rank == 0);
    const auto launch =
        look_up_launch(lookup({{"OMPI_COMM_WORLD_SIZE", "3"}, {"OMPI_COMM_WORLD_RANK", "2"}}));
    BOOST_TEST(launch.ranks == 3);
    BOOST_TEST(launch.rank == 2);
    BOOST_TEST(look_up_launch(lookup({{"SLURM_PROCID", "1"}})).rank == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
