#include "remo/app/surroundings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <fstream>
#include <set>
#include <sstream>

namespace remo::app {

namespace fs = std::filesystem;

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

/// The number of the NUMA node whose link stands in a processor's directory; -1: none.
int numa_node_of(const fs::path& directory) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(directory, error)) {
        const std::string name = entry.path().filename().string();
        const auto number = name.starts_with("node") ? processor_list(name.substr(4)) : std::vector<int>{};
        if (number.size() == 1) return number.front();
    }
    return -1;
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
    add("SLURM_ARRAY_TASK_ID", "array task");
    add("SLURM_RESTART_COUNT", "restarts");
    return text;
}

std::vector<int> processor_list(const std::string& text) {
    std::vector<int> numbers;
    std::istringstream in(text);
    int first = 0;
    while (in >> first) {
        int last = first;
        if (in.peek() == '-') in.ignore() >> last;
        for (int number = first; number <= last; ++number) numbers.push_back(number);
        if (in.peek() != ',') break;
        in.ignore();
    }
    return numbers;
}

std::string Processors::numa_nodes(const std::string& processors) const {
    std::set<int> nodes;
    for (const int processor : processor_list(processors)) {
        nodes.insert(numa_node_of(root_ / fmt::format("cpu{}", processor)));
    }
    if (nodes.empty() || nodes.contains(-1)) return "unknown";
    return fmt::format("{}", fmt::join(nodes, ","));
}

std::string Processors::cores(const std::string& processors) const {
    std::set<int> cores;
    for (const int processor : processor_list(processors)) {
        std::ifstream file(root_ / fmt::format("cpu{}/topology/thread_siblings_list", processor));
        std::string line;
        std::getline(file, line);
        const std::vector<int> siblings = processor_list(line);
        cores.insert(siblings.empty() ? processor : siblings.front());
    }
    return fmt::format("{}", fmt::join(cores, ","));
}

}  // namespace remo::app
