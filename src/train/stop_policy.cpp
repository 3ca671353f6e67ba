#include "remo/train/stop_policy.hpp"

#include <csignal>

#include <fmt/format.h>

#include "remo/train/progress.hpp"

namespace remo::train {
namespace {

/// A slow shared file system, for the first save of a run.
constexpr double expected_bytes_per_second = 50e6;

std::string name_of_signal(int signal) {
    switch (signal) {
        case SIGTERM:
            return "SIGTERM";
        case SIGUSR1:
            return "SIGUSR1";
        case SIGINT:
            return "SIGINT";
        default:
            return {};
    }
}

}  // namespace

StopPolicy::StopPolicy(const comm::Communicator& communicator, const std::string& time_limit, Log& log) {
    if (!communicator.is_root()) return;
    const auto now = TimeLimit::Clock::now();
    limit_.emplace(time_limit, now, process_environment(), shell_command());
    if (limit_->known()) {
        log.info(fmt::format("time limit: {} left ({}); the run saves and stops in time",
                             duration_text(limit_->seconds_left(now)), limit_->source()));
    }
}

bool StopPolicy::out_of_time() const {
    return limit_ && limit_->known() &&
           limit_->must_stop(TimeLimit::Clock::now(), save_seconds_, update_seconds_);
}

bool StopPolicy::pending() const {
    return request_.pending() || out_of_time();
}

void StopPolicy::expect_save(double bytes) {
    save_seconds_ = bytes / expected_bytes_per_second;
}

std::string StopPolicy::reason() const {
    if (request_.pending()) return name_of_signal(request_.signal_number());
    return out_of_time() ? "the time limit" : "";
}

}  // namespace remo::train
