#include "remo/train/run_watch.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "remo/base/file.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/train/run_output.hpp"

namespace remo::train {
namespace {

/// Whether this process is the first to report: all that see the hang try to make the file.
bool claim(const std::filesystem::path& path) {
    const int file = open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (file >= 0) close(file);
    return file >= 0;
}

/// Ends this process from the watchdog's thread: the main thread is stuck, so nothing of it can be unwound.
[[noreturn]] void end_hanging_run(const RunDirectory& directory, const std::string& report, Log& log) {
    try {
        if (claim(directory.hang_report())) {
            log.error_here(report);
            write_file_atomically(directory.hang_report(), report + "\n");
            write_failed_summary(directory, report);
        } else {
            std::this_thread::sleep_for(
                std::chrono::seconds(2));  // a launcher may end all when one process ends
        }
    } catch (const std::exception& error) {
        log.error_here(error.what());
    }
    _exit(static_cast<int>(ExitStatus::failure));
}

}  // namespace

RunWatch::RunWatch(const comm::Communicator& communicator, const RunDirectory& directory, double seconds,
                   const comm::LifeSigns& signs, Log& log)
    : directory_(directory), owns_file_(seconds > 0.0 && communicator.is_root()) {
    if (seconds <= 0.0) return;
    comm::on_root(communicator, [&] {
        std::filesystem::remove(directory.hang_report());
        comm::HeartbeatFile(directory.heartbeat(), communicator.size()).create();
    });
    comm::WatchdogOptions options{
        directory.heartbeat(), communicator.rank(), communicator.size(), communicator.host(), seconds, 0.0};
    watchdog_.emplace(options, signs, [directory, &log](const std::string& report) {
        end_hanging_run(directory, report, log);
    });
}

RunWatch::~RunWatch() {
    watchdog_.reset();
    std::error_code ignored;
    if (owns_file_) std::filesystem::remove(directory_.heartbeat(), ignored);
}

}  // namespace remo::train
