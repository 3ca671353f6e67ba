#pragma once
/// \file
/// The error type of remo, and the exit status that each error leads to.
#include <stdexcept>
#include <string>
#include <string_view>

namespace remo {

/// Exit status of the program, as job scripts test it.
enum class ExitStatus : int {
    done = 0,     ///< all that was asked for is done
    failure = 1,  ///< anything that is not one of the others
    usage = 2,    ///< a mistake in the command, job file, data or surroundings, told before any training
    stopped = 75  ///< stopped on request with a checkpoint saved: the job may be requeued
};

/// One clear sentence for the user (file, line, key, rank or tensor, and what to do) with the exit status it leads to.
class Error : public std::runtime_error {
  public:
    Error(ExitStatus status, const std::string& message) : std::runtime_error(message), status_(status) {}
    [[nodiscard]] ExitStatus status() const noexcept { return status_; }

  private:
    ExitStatus status_;
};

/// Throws Error(failure) unless `condition` holds: for what only a fault in remo or the system can break.
void require(bool condition, std::string_view message);

}  // namespace remo
