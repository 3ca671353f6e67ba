#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <set>

#include "remo/app/command.hpp"
#include "remo/app/surroundings.hpp"
#include "remo/base/build_info.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/comm/topology.hpp"

namespace remo::app {

namespace {

std::string build_text() {
    const BuildInfo& build = build_info();
    return fmt::format("remo {} ({}), {} build by {}, processor: {}, GEMM: {}, Kokkos {}", build.version,
                       build.git_commit, build.build_type, build.compiler,
                       build.march.empty() ? "compiler's default" : build.march, build.gemm,
                       build.kokkos_version);
}

/// Lines and warnings of all ranks, on rank 0.
std::vector<std::string> gather_lines(const comm::Communicator& communicator,
                                      const std::vector<std::string>& mine) {
    std::vector<std::string> all;
    for (const std::string& text : communicator.gather(fmt::format("{}", fmt::join(mine, "\n")), 0)) {
        if (!text.empty()) all.push_back(text);
    }
    return all;
}

std::vector<std::string> file_warnings(const comm::Communicator& communicator,
                                       const FileSystemFindings& findings) {
    std::vector<std::string> mine;
    for (const std::string& warning : findings.warnings) {
        mine.push_back(fmt::format("rank {} on {}: {}", communicator.rank(), communicator.host(), warning));
    }
    return gather_lines(communicator, mine);
}

FileSystemFindings check_here(const comm::Communicator& communicator) {
    const std::string name =
        fmt::format(".remo-doctor-{}-{}-{}", communicator.host(), getpid(), communicator.rank());
    return comm::together(communicator,
                          [&] { return check_file_system(std::filesystem::current_path(), name); });
}

}  // namespace

ExitStatus run_doctor(Environment& environment, const DoctorOptions&) {
    const comm::Communicator& communicator = environment.communicator;
    const auto places = comm::placement_lines(
        communicator, fmt::format("{}, {}", environment.device.description(), memory_text()));
    const auto hosts = communicator.gather(communicator.host(), 0);
    const auto cores = communicator.gather(comm::bound_cores(), 0);
    const FileSystemFindings files = check_here(communicator);
    const auto warnings = file_warnings(communicator, files);
    comm::on_root(communicator, [&] {
        std::cout << build_text() << "\nMPI: " << comm::library_version()
                  << "\nranks: " << communicator.size() << " on "
                  << std::set<std::string>(hosts.begin(), hosts.end()).size() << " node(s)\n";
        for (const std::string& line : places) std::cout << line << '\n';
        std::cout << "Slurm: " << slurm_text(process_environment()) << "\nfile system of "
                  << std::filesystem::current_path().string() << ": " << files.summary << '\n';
        for (const std::string& warning : warnings) environment.log.warning(warning);
        for (const std::string& warning : binding_warnings(hosts, cores)) environment.log.warning(warning);
        if (communicator.size() > 1) return;
        if (!environment.launch.error.empty()) environment.log.warning(environment.launch.error);
        if (!environment.launch.warning.empty()) environment.log.warning(environment.launch.warning);
    });
    return ExitStatus::done;
}

}  // namespace remo::app
