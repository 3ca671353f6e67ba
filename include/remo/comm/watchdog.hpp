#pragma once
/// \file
/// Ends a run that hangs, and says where. Makes no MPI call.
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "remo/comm/heartbeat_file.hpp"
#include "remo/comm/life_signs.hpp"

namespace remo::comm {

/// What a watchdog knows of one rank: when, by its own clock, it last saw the slot change.
struct Sighting {
    Heartbeat heartbeat;
    double silent_seconds = 0.0;  ///< since its beat changed
    double still_seconds = 0.0;   ///< since its progress changed
};

/// Whether the run hangs: some rank's heart has not beaten for `limit` seconds (its process is stopped or gone), or all ranks
/// have waited in one call for as long. A rank in local work whose heart beats is alive, however long the work takes.
bool is_stuck(const std::vector<Sighting>& ranks, int self, double limit);

/// One line a rank: host, update, phase or call, time since its last sign of life; the ranks that are missed are marked.
std::string stuck_report(const std::vector<Sighting>& ranks, double limit);

struct WatchdogOptions {
    std::filesystem::path file;  ///< the run's heartbeat file, created before
    int rank = 0;
    int ranks = 1;
    std::string host;
    double limit_seconds = 300.0;
    double period_seconds = 0.0;  ///< 0: a twentieth of the limit, at most 5 s
};

/// A thread that writes this rank's heartbeat and reads the others'.
class Watchdog {
  public:
    /// \param on_stuck  called once, on the watchdog's thread, with the report; is expected to end the process
    Watchdog(WatchdogOptions options, const LifeSigns& signs,
             std::function<void(const std::string&)> on_stuck);
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

  private:
    void watch();
    void beat();
    void look();

    WatchdogOptions options_;
    const LifeSigns& signs_;
    std::function<void(const std::string&)> on_stuck_;
    HeartbeatFile file_;
    std::uint64_t beats_ = 0;
    std::vector<Sighting> ranks_;
    std::vector<std::chrono::steady_clock::time_point> beat_seen_, progress_seen_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool end_ = false;
    std::thread thread_;
};

}  // namespace remo::comm
