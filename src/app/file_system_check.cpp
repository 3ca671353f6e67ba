#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "remo/app/surroundings.hpp"
#include "remo/base/error.hpp"
#include "remo/base/file.hpp"

namespace remo::app {

namespace fs = std::filesystem;

namespace {

/// Empty when an exclusive lock can be had, else the reason.
std::string lock_problem(const fs::path& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0) return std::strerror(errno);
    const bool locked = ::flock(file, LOCK_EX | LOCK_NB) == 0;
    const int reason = errno;
    ::close(file);
    return locked ? "" : std::strerror(reason);
}

std::string free_text(const fs::path& directory) {
    std::error_code error;
    const fs::space_info space = fs::space(directory, error);
    if (error) return "free space unknown";
    return fmt::format("{:.1f} GiB free", static_cast<double>(space.available) / (1024.0 * 1024.0 * 1024.0));
}

}  // namespace

FileSystemFindings check_file_system(const fs::path& directory, const std::string& name) {
    const fs::path path = directory / name;
    FileSystemFindings findings;
    const auto start = std::chrono::steady_clock::now();
    try {
        write_file_atomically(path, std::string(1 << 20, 'x'));
    } catch (const Error& error) {
        findings.summary = "not usable";
        findings.warnings.emplace_back(error.what());
        return findings;
    }
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    const std::string lock = lock_problem(path);
    if (!lock.empty()) {
        findings.warnings.push_back(
            fmt::format("{}: file locks do not work ({}); set HDF5_USE_FILE_LOCKING=FALSE if HDF5 files "
                        "can't be opened here",
                        directory.string(), lock));
    }
    if (::unlink(path.c_str()) != 0) {
        findings.warnings.push_back(fmt::format("can't remove {}: {}", path.string(), std::strerror(errno)));
    }
    findings.summary = fmt::format("{}; write, fsync and rename of 1 MiB took {:.1f} ms; locks {}",
                                   free_text(directory), time.count(), lock.empty() ? "work" : "do not work");
    return findings;
}

}  // namespace remo::app
