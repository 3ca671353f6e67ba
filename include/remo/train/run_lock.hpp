#pragma once
/// \file
/// The lock that keeps two jobs out of one run directory.
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

namespace remo::train {

/// Held by rank 0 while a run writes; a plain file, so that it works on network file systems without lock servers, touched every
/// few seconds. Error(usage) names the holder (host, Slurm job, process) when another one runs. A lock is stale, and taken over,
/// when its process on this host is gone, or, for another host, when it has not been touched for a minute by the file system's clock.
class RunLock {
  public:
    explicit RunLock(const std::filesystem::path& path);
    ~RunLock();
    RunLock(const RunLock&) = delete;
    RunLock& operator=(const RunLock&) = delete;

  private:
    void keep_fresh();

    std::filesystem::path path_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool end_ = false;
    std::thread thread_;
};

}  // namespace remo::train
