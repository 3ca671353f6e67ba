#include "remo/app/launch_check.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace remo::app {

namespace {

struct Found {
    std::string variable;
    int value = 0;
};

/// The first of the variables that holds a number.
template <std::size_t count>
std::optional<Found> first_number(const EnvironmentLookup& environment,
                                  const std::array<const char*, count>& variables) {
    for (const char* variable : variables) {
        const std::optional<std::string> text = environment(variable);
        if (!text) continue;
        int value = 0;
        const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
        if (error == std::errc{} && end == text->data() + text->size()) return Found{variable, value};
    }
    return std::nullopt;
}

// mpirun's variables come first: mpirun itself may run inside a Slurm step of another size.
constexpr std::array size_variables = {"OMPI_COMM_WORLD_SIZE", "MV2_COMM_WORLD_SIZE", "PMI_SIZE",
                                       "SLURM_STEP_NUM_TASKS"};
constexpr std::array rank_variables = {"OMPI_COMM_WORLD_RANK", "MV2_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK",
                                       "SLURM_PROCID"};

std::string worlds_of_one(const Found& size) {
    return fmt::format(
        "{0} processes were started together ({1}={0}), but MPI sees each as a world of its own; with srun, "
        "choose the "
        "MPI plugin that remo's MPI library speaks (`srun --mpi=list` shows them, e.g. srun --mpi=pmix), or "
        "start remo "
        "with the mpirun of that library",
        size.value, size.variable);
}

/// A command of a batch script that neither srun nor mpirun started.
std::string bare_in_batch_script(const EnvironmentLookup& environment) {
    if (!environment("SLURM_JOB_ID") || environment("SLURM_STEP_NUM_TASKS")) return "";
    const auto tasks = first_number(environment, std::array{"SLURM_NTASKS"});
    if (!tasks || tasks->value <= 1) return "";
    return fmt::format(
        "this batch job has {} tasks, but remo was started as one process; start it with `srun remo train …` "
        "or "
        "`mpirun remo train …` to use them all",
        tasks->value);
}

/// How ranks find each other.
std::string pmi_text(const EnvironmentLookup& environment) {
    if (environment("PMIX_NAMESPACE") || environment("PMIX_RANK")) return "pmix";
    if (environment("PMI_FD") || environment("PMI_JOBID")) return "pmi2";
    if (environment("PMI_RANK") || environment("PMI_SIZE")) return "pmi";
    return "none";
}

}  // namespace

Launch look_up_launch(const EnvironmentLookup& environment) {
    Launch launch;
    const auto size = first_number(environment, size_variables);
    const auto rank = first_number(environment, rank_variables);
    if (size && size->value > 1) launch.ranks = size->value;
    if (rank && rank->value > 0) launch.rank = rank->value;
    if (launch.ranks > 1) {
        launch.error = worlds_of_one(*size);
    } else if (!size) {
        launch.warning = bare_in_batch_script(environment);
    }
    launch.pmi = pmi_text(environment);
    launch.step_without_pmi =
        environment("SLURM_STEP_ID") && !environment("OMPI_COMM_WORLD_SIZE") && launch.pmi == "none";
    return launch;
}

}  // namespace remo::app
