#pragma once
/// \file
/// When the allocation ends, and whether it is time to save.
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "remo/base/environment.hpp"

namespace remo::train {

/// Runs a command and returns its standard output; nothing when it fails.
using CommandOutput = std::function<std::optional<std::string>(const std::string&)>;

/// Seconds of "hh:mm:ss" (or "d-hh:mm:ss"); Error(usage) for anything else.
double parse_time_limit(std::string_view text);

/// The end of a job, from the first source that tells: run.time_limit, SLURM_JOB_END_TIME, squeue. Made on rank 0.
class TimeLimit {
  public:
    using Clock = std::chrono::system_clock;
    /// \param time_limit  run.time_limit; counts from `start`
    TimeLimit(const std::string& time_limit, Clock::time_point start, const EnvironmentLookup& environment,
              const CommandOutput& output_of);

    [[nodiscard]] bool known() const { return end_.has_value(); }
    [[nodiscard]] const std::string& source() const { return source_; }
    [[nodiscard]] double seconds_left(Clock::time_point now) const;  ///< infinite when not known
    /// Whether saving (which took `save_seconds` last time) and one more update would come too close to the end.
    [[nodiscard]] bool must_stop(Clock::time_point now, double save_seconds, double update_seconds) const;

  private:
    std::optional<Clock::time_point> end_;
    std::string source_ = "none";
};

CommandOutput shell_command();

}  // namespace remo::train
