#include "remo/app/surroundings.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <map>

namespace remo::app {

namespace {

/// A line of /proc/meminfo in bytes; 0 when it isn't there.
std::uint64_t memory_line(const std::string& name) {
    std::ifstream file("/proc/meminfo");
    std::string word;
    while (file >> word) {
        std::uint64_t kibibytes = 0;
        if (word == name + ":" && file >> kibibytes) return kibibytes * 1024;
        file.ignore(1024, '\n');
    }
    return 0;
}

double gibibytes(std::uint64_t bytes) {
    return static_cast<double>(bytes) / (1024.0 * 1024.0 * 1024.0);
}

bool is_single_core(const std::string& cores) {
    return !cores.empty() && cores.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

std::string memory_text() {
    return fmt::format("memory {:.1f} GiB, {:.1f} GiB available", gibibytes(memory_line("MemTotal")),
                       gibibytes(memory_line("MemAvailable")));
}

std::string slurm_text(const EnvironmentLookup& environment) {
    const auto job = environment("SLURM_JOB_ID");
    if (!job) return "not inside a job";
    std::string text = "job " + *job;
    const auto add = [&](const char* variable, const char* label) {
        if (const auto value = environment(variable)) text += fmt::format(", {} {}", label, *value);
    };
    add("SLURM_STEP_ID", "step");
    add("SLURM_JOB_PARTITION", "partition");
    add("SLURM_JOB_NODELIST", "nodes");
    add("SLURM_NTASKS", "tasks");
    add("SLURM_STEP_NUM_TASKS", "tasks of the step");
    add("SLURM_CPUS_PER_TASK", "cpus a task");
    add("SLURM_JOB_GPUS", "gpus");
    add("SLURM_MPI_TYPE", "mpi");
    add("SLURM_RESTART_COUNT", "restarts");
    add("SLURM_JOB_END_TIME", "end time");
    return text;
}

std::vector<std::string> binding_warnings(const std::vector<std::string>& hosts,
                                          const std::vector<std::string>& cores) {
    std::map<std::string, std::size_t> first_rank;
    std::vector<std::string> warnings;
    for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
        if (!is_single_core(cores[rank])) continue;
        const auto [place, is_new] = first_rank.emplace(hosts[rank] + ' ' + cores[rank], rank);
        if (is_new) continue;
        warnings.push_back(
            fmt::format("ranks {} and {} on {} are both bound to core {} alone and will take turns; give "
                        "each its own core "
                        "(srun --cpu-bind=cores, mpirun --bind-to core --map-by core)",
                        place->second, rank, hosts[rank], cores[rank]));
    }
    return warnings;
}

}  // namespace remo::app
