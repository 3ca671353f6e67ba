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

/// What a directory gives to files that must survive a crash.
struct FileSystemFindings {
    std::string summary;                ///< "34.2 GiB free; write, fsync and rename took 3 ms; locks work"
    std::vector<std::string> warnings;  ///< what failed, with the reason
};

/// Writes, flushes, renames, locks and removes a small file; `name` must differ between ranks.
FileSystemFindings check_file_system(const std::filesystem::path& directory, const std::string& name);

/// A warning for each two ranks of one host that are bound to the same single core. One entry a rank, in rank order.
std::vector<std::string> binding_warnings(const std::vector<std::string>& hosts,
                                          const std::vector<std::string>& cores);

}  // namespace remo::app
