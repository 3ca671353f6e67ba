#include "remo/train/run_lock.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <sstream>

#include "remo/base/environment.hpp"
#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/base/process.hpp"

namespace remo::train {
namespace {

constexpr std::chrono::seconds touch_period{10};
constexpr double stale_seconds = 60.0;

struct Holder {
    std::string host;
    std::string job = "none";
    long pid = 0;
    std::uint64_t start = 0;

    [[nodiscard]] std::string text() const {
        return fmt::format("host {} job {} pid {} start {}\n", host, job, pid, start);
    }
};

Holder this_process() {
    Holder holder;
    char name[256] = "unknown";
    gethostname(name, sizeof name - 1);
    holder.host = name;
    holder.job = process_environment()("SLURM_JOB_ID").value_or("none");
    holder.pid = getpid();
    holder.start = process_start_ticks(holder.pid);
    return holder;
}

Holder read_holder(const std::filesystem::path& path) {
    Holder holder;
    std::istringstream in(read_file(path));
    std::string word;
    in >> word >> holder.host >> word >> holder.job >> word >> holder.pid >> word >> holder.start;
    return holder;
}

/// Seconds since the file was touched, by the clock of the file system that holds it: a new file beside it tells the time.
double seconds_untouched(const std::filesystem::path& path) {
    const std::string probe = path.string() + "-clock-" + std::to_string(getpid());
    const int file = open(probe.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
    struct stat now {};
    struct stat then {};
    unlink(probe.c_str());
    const bool known = file >= 0 && fstat(file, &now) == 0 && stat(path.c_str(), &then) == 0;
    if (file >= 0) close(file);
    return known ? static_cast<double>(now.st_mtim.tv_sec - then.st_mtim.tv_sec) : 0.0;
}

bool is_stale(const Holder& holder, const std::filesystem::path& path) {
    if (holder.pid <= 0) return seconds_untouched(path) > stale_seconds;  // cut while it was written
    if (holder.host != this_process().host) return seconds_untouched(path) > stale_seconds;
    return !process_runs(holder.pid, holder.start);
}

/// Makes a file with a text; false when there is one already.
bool write_new(const std::filesystem::path& path, const std::string& text) {
    const int file = open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (file < 0) {
        if (errno == EEXIST) return false;
        usage_error("cannot write {}: {}; choose another run.output", path.string(), std::strerror(errno));
    }
    const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    close(file);
    if (written) return true;
    unlink(path.c_str());
    usage_error("cannot write {}: is the disk full?", path.string());
}

/// The lock appears with its text in it, so that a process killed at this moment leaves no lock without a holder. Whether the
/// link was made is told by the count of links: over NFS, link() may report the failure of a repeated request.
bool create_exclusively(const std::filesystem::path& path, const Holder& holder) {
    const auto own = partial_name(fmt::format("{}-{}-{}", path.string(), holder.host, holder.pid));
    unlink(own.c_str());
    if (!write_new(own, holder.text())) return false;
    const int reason = link(own.c_str(), path.c_str()) == 0 ? 0 : errno;
    struct stat status {};
    const bool linked = stat(own.c_str(), &status) == 0 && status.st_nlink == 2;
    unlink(own.c_str());
    if (linked || reason == EEXIST) return linked;
    return write_new(path, holder.text());  // a file system without links
}

void take(const std::filesystem::path& path) {
    for (int attempt = 0; attempt < 3; ++attempt) {
        if (create_exclusively(path, this_process())) return;
        const Holder holder = read_holder(path);
        if (!is_stale(holder, path)) {
            usage_error(
                "the run directory {} is in use by process {} on host {} (Slurm job {}); wait for it, choose "
                "another "
                "run.output, or delete {} if that process is gone",
                path.parent_path().string(), holder.pid, holder.host, holder.job, path.string());
        }
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
    usage_error("cannot take the lock {}: other jobs take it at the same time", path.string());
}

}  // namespace

RunLock::RunLock(const std::filesystem::path& path) : path_(path) {
    take(path_);
    thread_ = std::thread([this] { keep_fresh(); });
}

void RunLock::keep_fresh() {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, touch_period, [this] { return end_; })) {
        utimensat(AT_FDCWD, path_.c_str(), nullptr, 0);  // a failure only makes the lock look older
    }
}

RunLock::~RunLock() {
    {
        const std::lock_guard lock(mutex_);
        end_ = true;
    }
    wake_.notify_all();
    thread_.join();
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

}  // namespace remo::train
