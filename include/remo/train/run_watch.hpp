#pragma once
/// \file
/// The watchdog of a training run.
#include <optional>

#include "remo/base/log.hpp"
#include "remo/comm/communicator.hpp"
#include "remo/comm/watchdog.hpp"
#include "remo/train/run_directory.hpp"

namespace remo::train {

/// Collective to make: from then on a run that hangs ends itself with exit status 1, the reason told once and kept in hang.txt and
/// summary.json. \param seconds  run.watchdog_seconds; 0: no watchdog
class RunWatch {
  public:
    RunWatch(const comm::Communicator& communicator, const RunDirectory& directory, double seconds,
             const comm::LifeSigns& signs, Log& log);
    ~RunWatch();
    RunWatch(const RunWatch&) = delete;
    RunWatch& operator=(const RunWatch&) = delete;

  private:
    RunDirectory directory_;
    bool owns_file_ = false;
    std::optional<comm::Watchdog> watchdog_;
};

/// Notes what this rank does, for watchdog and error messages.
inline void note_phase(const comm::Communicator& communicator, const char* phase) {
    if (communicator.life_signs() != nullptr) communicator.life_signs()->phase(phase);
}

}  // namespace remo::train
