#pragma once
/// \file
/// What `remo doctor` looks at beside MPI and devices.
#include <filesystem>
#include <string>
#include <vector>

#include "remo/app/launch_check.hpp"

namespace remo::app {

/// "memory 251.5 GiB, 240.2 GiB available", of this node.
std::string memory_text();

/// "job 7, step 0, 2 nodes, 4 tasks", or "not inside a job".
std::string slurm_text(const EnvironmentLookup& environment);

/// The numbers of a list such as "0-3,8"; empty when it is not one.
std::vector<int> processor_list(const std::string& text);

/// Processors as the system describes them below /sys/devices/system/cpu.
class Processors {
  public:
    explicit Processors(std::filesystem::path root = "/sys/devices/system/cpu") : root_(std::move(root)) {}
    /// The NUMA nodes of processors, "0" or "0,1"; "unknown" when the system does not tell.
    [[nodiscard]] std::string numa_nodes(const std::string& processors) const;
    /// The cores of processors, "0,1": hardware threads of one core count once, as the first of them.
    [[nodiscard]] std::string cores(const std::string& processors) const;

  private:
    std::filesystem::path root_;
};

/// One rank, for warnings about its place.
struct RankPlace {
    std::string host;
    std::string cores;  ///< that it may run on, hardware threads of one core counted once; "0-3,8"
    int threads = 1;    ///< that it computes with
};

/// Warnings where ranks of one host are bound to the same single core, have fewer cores than ranks, or more threads than
/// cores. One entry a rank, in rank order.
std::vector<std::string> binding_warnings(const std::vector<RankPlace>& ranks);

/// What a directory gives to files that must survive a crash.
struct FileSystemFindings {
    std::string summary;  ///< "34.2 GiB free; 1 MiB: write 0.4 ms, fsync 2.1 ms, rename 0.3 ms; locks work"
    std::vector<std::string> warnings;  ///< what failed, with the reason
};

/// Writes, flushes, renames, locks and removes a small file; `name` must differ between ranks.
FileSystemFindings check_file_system(const std::filesystem::path& directory, const std::string& name);

}  // namespace remo::app
