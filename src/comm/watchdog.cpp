#include "remo/comm/watchdog.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace remo::comm {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point then, Clock::time_point now) {
    return std::chrono::duration<double>(now - then).count();
}

double period_of(const WatchdogOptions& options) {
    return options.period_seconds > 0.0 ? options.period_seconds
                                        : std::min(5.0, options.limit_seconds / 20.0);
}

}  // namespace

bool is_stuck(const std::vector<Sighting>& ranks, int self, double limit) {
    const Sighting& own = ranks[static_cast<std::size_t>(self)];
    if (own.silent_seconds >= limit)
        return false;  // the file does not show even this rank's own heart: no evidence
    const auto silent = [limit](const Sighting& rank) { return rank.silent_seconds >= limit; };
    if (std::any_of(ranks.begin(), ranks.end(), silent)) return true;
    return std::all_of(ranks.begin(), ranks.end(), [limit](const Sighting& rank) {
        return rank.heartbeat.waiting && rank.still_seconds >= limit;
    });
}

std::string stuck_report(const std::vector<Sighting>& ranks, double limit) {
    std::string text =
        fmt::format("the run hangs: no rank has moved for {:.0f} s (run.watchdog_seconds)", limit);
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        const Sighting& seen = ranks[rank];
        if (seen.heartbeat.beat == 0) {
            text += fmt::format("\n  rank {}: MISSING, never gave a sign of life", rank);
        } else if (seen.silent_seconds >= limit) {
            text += fmt::format("\n  rank {} on {}: MISSING for {:.0f} s, last at update {}, {} {}", rank,
                                seen.heartbeat.host, seen.silent_seconds, seen.heartbeat.update,
                                seen.heartbeat.waiting ? "waiting in" : "in", seen.heartbeat.phase);
        } else {
            text += fmt::format("\n  rank {} on {}: update {}, {} {} for {:.0f} s", rank, seen.heartbeat.host,
                                seen.heartbeat.update, seen.heartbeat.waiting ? "waiting in" : "in",
                                seen.heartbeat.phase, seen.still_seconds);
        }
    }
    return text;
}

Watchdog::Watchdog(WatchdogOptions options, const LifeSigns& signs,
                   std::function<void(const std::string&)> on_stuck)
    : options_(std::move(options)),
      signs_(signs),
      on_stuck_(std::move(on_stuck)),
      file_(options_.file, options_.ranks),
      ranks_(static_cast<std::size_t>(options_.ranks)),
      beat_seen_(ranks_.size(), Clock::now()),
      progress_seen_(ranks_.size(), Clock::now()) {
    beat();
    thread_ = std::thread([this] { watch(); });
}

Watchdog::~Watchdog() {
    {
        const std::lock_guard lock(mutex_);
        end_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

void Watchdog::watch() {
    const auto period = std::chrono::duration<double>(period_of(options_));
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, period, [this] { return end_; })) {
        lock.unlock();
        beat();
        look();
        const bool stuck = is_stuck(ranks_, options_.rank, options_.limit_seconds);
        if (stuck) on_stuck_(stuck_report(ranks_, options_.limit_seconds));
        lock.lock();
        if (stuck) return;
    }
}

void Watchdog::beat() {
    Heartbeat own;
    own.beat = ++beats_;
    own.progress = signs_.progress();
    own.update = signs_.update_number();
    const char* call = signs_.waiting_in();
    own.waiting = call != nullptr;
    own.host = options_.host;
    own.phase = call != nullptr ? call : signs_.phase_name();
    file_.write(options_.rank, own);
}

void Watchdog::look() {
    std::vector<Heartbeat> all;
    if (!file_.read(all))
        return;  // a file system that fails is no proof of a hang: clocks go on from the last look
    const auto now = Clock::now();
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
        Sighting& seen = ranks_[rank];
        if (all[rank].beat != seen.heartbeat.beat) beat_seen_[rank] = now;
        if (all[rank].progress != seen.heartbeat.progress) progress_seen_[rank] = now;
        seen.heartbeat = std::move(all[rank]);
        seen.silent_seconds = seconds_since(beat_seen_[rank], now);
        seen.still_seconds = seconds_since(progress_seen_[rank], now);
    }
}

}  // namespace remo::comm
