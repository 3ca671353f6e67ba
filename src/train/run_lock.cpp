#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/train/run_directory.hpp"

namespace remo::train {
namespace {

struct Holder {
    std::string host;
    std::string job = "none";
    long pid = 0;

    [[nodiscard]] std::string text() const { return fmt::format("host {} job {} pid {}\n", host, job, pid); }
};

Holder this_process() {
    Holder holder;
    char name[256] = "unknown";
    gethostname(name, sizeof name - 1);
    holder.host = name;
    if (const char* job = std::getenv("SLURM_JOB_ID")) holder.job = job;
    holder.pid = getpid();
    return holder;
}

Holder read_holder(const std::filesystem::path& path) {
    Holder holder;
    std::istringstream in(read_file(path));
    std::string word;
    in >> word >> holder.host >> word >> holder.job >> word >> holder.pid;
    return holder;
}

/// A lock is stale when its process ran on this host and is gone.
bool is_stale(const Holder& holder) {
    return holder.pid <= 0 || (holder.host == this_process().host &&
                               kill(static_cast<pid_t>(holder.pid), 0) != 0 && errno == ESRCH);
}

bool create_exclusively(const std::filesystem::path& path, const std::string& text) {
    const int file = open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (file < 0) {
        if (errno == EEXIST) return false;
        usage_error("cannot write {}: {}; choose another run.output", path.string(), std::strerror(errno));
    }
    const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    close(file);
    if (!written) usage_error("cannot write {}: is the disk full?", path.string());
    return true;
}

}  // namespace

RunLock::RunLock(const std::filesystem::path& path) : path_(path) {
    for (int attempt = 0; attempt < 3; ++attempt) {
        if (create_exclusively(path, this_process().text())) return;
        const Holder holder = read_holder(path);
        if (!is_stale(holder)) {
            usage_error(
                "the run directory {} is in use by process {} on host {} (Slurm job {}); wait for it, choose "
                "another "
                "run.output, or delete {} if that process is gone",
                path.parent_path().string(), holder.pid, holder.host, holder.job, path.string());
        }
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
    usage_error("cannot take the lock {}", path.string());
}

RunLock::~RunLock() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

}  // namespace remo::train
