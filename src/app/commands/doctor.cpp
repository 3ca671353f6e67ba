#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

#include "remo/app/command.hpp"
#include "remo/app/network_report.hpp"
#include "remo/app/surroundings.hpp"
#include "remo/base/build_info.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/comm/topology.hpp"
#include "remo/train/progress.hpp"
#include "remo/train/time_limit.hpp"

namespace remo::app {

namespace fs = std::filesystem;

namespace {

using Lines = std::vector<std::string>;

std::string build_text() {
    const BuildInfo& build = build_info();
    return fmt::format("remo {} ({}), {} build by {}, processor: {}, GEMM: {}, Kokkos {}", build.version,
                       build.git_commit, build.build_type, build.compiler,
                       build.march.empty() ? "compiler's default" : build.march, build.gemm,
                       build.kokkos_version);
}

std::string job_text() {
    std::string text = slurm_text(process_environment());
    const auto now = train::TimeLimit::Clock::now();
    const train::TimeLimit limit("", now, process_environment(), train::shell_command());
    if (limit.known()) {
        text += fmt::format(", time left {} (from {})", train::duration_text(limit.seconds_left(now)),
                            limit.source());
    }
    return text;
}

/// Every rank's place, on rank 0.
std::vector<RankPlace> gather_places(const Environment& environment) {
    const comm::Communicator& communicator = environment.communicator;
    const auto hosts = communicator.gather(communicator.host(), 0);
    const auto cores = communicator.gather(Processors().cores(comm::bound_cores()), 0);
    const std::int64_t own = environment.device.threads();
    const auto threads = communicator.gather(std::span<const std::int64_t>(&own, 1), 0);
    std::vector<RankPlace> places;
    for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
        places.push_back({hosts[rank], cores[rank], static_cast<int>(threads[rank])});
    }
    return places;
}

/// The warnings of all ranks, on rank 0.
Lines gather_warnings(const comm::Communicator& communicator, const Lines& mine) {
    std::string text;
    for (const std::string& warning : mine) {
        text += fmt::format("rank {} on {}: {}\n", communicator.rank(), communicator.host(), warning);
    }
    Lines all;
    for (std::string& lines : communicator.gather(text, 0)) {
        if (lines.empty()) continue;
        lines.pop_back();
        all.push_back(std::move(lines));
    }
    return all;
}

FileSystemFindings check_here(const comm::Communicator& communicator, const fs::path& directory) {
    const std::string name =
        fmt::format(".remo-doctor-{}-{}-{}", communicator.host(), getpid(), communicator.rank());
    return comm::together(communicator, [&] { return check_file_system(directory, name); });
}

/// Whether each rank sees a file that rank 0 has just made; a warning where one does not.
void check_shared(const comm::Communicator& communicator, const fs::path& directory, Lines& warnings) {
    std::string name = fmt::format(".remo-doctor-shared-{}-{}", communicator.host(), getpid());
    communicator.broadcast(name, 0);
    const fs::path path = directory / name;
    if (communicator.is_root()) std::ofstream(path) << "seen\n";
    communicator.barrier();
    if (!std::ifstream(path)) {
        warnings.push_back(fmt::format(
            "{} does not show what rank 0 writes there; the run directory must be on a file system "
            "that all nodes share",
            directory.string()));
    }
    communicator.barrier();
    std::error_code ignored;
    if (communicator.is_root()) fs::remove(path, ignored);
}

/// What is wrong with one process where several were meant; rank 0 of the launcher speaks for all.
void warn_of_launch(Environment& environment) {
    if (environment.communicator.size() > 1) return;
    if (!environment.launch.error.empty()) environment.log.warning(environment.launch.error);
    if (!environment.launch.warning.empty()) environment.log.warning(environment.launch.warning);
}

}  // namespace

ExitStatus run_doctor(Environment& environment, const DoctorOptions& options) {
    const comm::Communicator& communicator = environment.communicator;
    const fs::path directory = fs::absolute(options.directory).lexically_normal();
    const std::string numa = Processors().numa_nodes(comm::bound_cores());
    const auto lines = comm::placement_lines(
        communicator,
        fmt::format("{}, {}, NUMA node {}", environment.device.description(), memory_text(), numa));
    const std::vector<RankPlace> places = gather_places(environment);
    const Lines network = network_report(communicator);
    FileSystemFindings files = check_here(communicator, directory);
    check_shared(communicator, directory, files.warnings);
    const Lines warnings = gather_warnings(communicator, files.warnings);
    comm::on_root(communicator, [&] {
        std::set<std::string> hosts;
        for (const RankPlace& place : places) hosts.insert(place.host);
        std::cout << build_text() << "\nMPI: " << comm::library_version()
                  << ", PMI: " << environment.launch.pmi << "\nSlurm: " << job_text()
                  << "\nranks: " << communicator.size() << " on " << hosts.size() << " node(s)\n";
        for (const std::string& line : lines) std::cout << line << '\n';
        for (const std::string& line : network) std::cout << line << '\n';
        std::cout << "file system of " << directory.string() << ": " << files.summary << '\n';
        for (const std::string& warning : warnings) environment.log.warning(warning);
        for (const std::string& warning : binding_warnings(places)) environment.log.warning(warning);
        warn_of_launch(environment);
    });
    return ExitStatus::done;
}

}  // namespace remo::app
