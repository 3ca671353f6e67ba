#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <functional>

#include "remo/app/surroundings.hpp"
#include "remo/base/file.hpp"
#include "remo/base/format.hpp"

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

void remove_quietly(const fs::path& path) {
    std::error_code ignored;
    fs::remove(path, ignored);
}

double milliseconds(const std::function<void()>& action) {
    const auto start = std::chrono::steady_clock::now();
    action();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// The steps of saving, each timed. Error when one fails.
std::string write_and_publish(const fs::path& path) {
    const fs::path partial = partial_name(path);
    const double write = milliseconds([&] {
        std::ofstream out(partial, std::ios::binary);
        out << std::string(1 << 20, 'x') << std::flush;
        if (!out) failure("can't write {}: {}", partial.string(), std::strerror(errno));
    });
    const double sync = milliseconds([&] { sync_file(partial); });
    const double rename = milliseconds([&] { publish_file(partial, path); });
    return fmt::format("1 MiB: write {:.1f} ms, fsync {:.1f} ms, rename {:.1f} ms", write, sync, rename);
}

}  // namespace

FileSystemFindings check_file_system(const fs::path& directory, const std::string& name) {
    const fs::path path = directory / name;
    FileSystemFindings findings;
    std::string times;
    try {
        times = write_and_publish(path);
    } catch (const Error& error) {
        findings.summary = "not usable";
        findings.warnings.emplace_back(error.what());
        remove_quietly(partial_name(path));
        return findings;
    }
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
    findings.summary =
        fmt::format("{}; {}; locks {}", free_text(directory), times, lock.empty() ? "work" : "do not work");
    return findings;
}

}  // namespace remo::app
