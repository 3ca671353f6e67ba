#pragma once
/// \file
/// When a run ends early: on a signal, or because its time runs out.
#include <string>

#include "remo/base/log.hpp"
#include "remo/comm/communicator.hpp"
#include "remo/train/stop_request.hpp"
#include "remo/train/time_limit.hpp"

namespace remo::train {

/// One on every rank; ranks agree on the answers where they communicate anyway.
class StopPolicy {
  public:
    /// \param time_limit  run.time_limit; rank 0 alone watches the clock
    StopPolicy(const comm::Communicator& communicator, const std::string& time_limit, Log& log);

    /// Whether this rank wants to stop now.
    [[nodiscard]] bool pending() const;
    /// What the time left is compared with.
    void expect_save(double bytes);
    void saved(double seconds) { save_seconds_ = seconds; }
    void updated(double seconds) { update_seconds_ = seconds; }
    /// "SIGUSR1", "the time limit": what asked, on this rank; empty if nothing did here.
    [[nodiscard]] std::string reason() const;

  private:
    [[nodiscard]] bool out_of_time() const;
    StopRequest request_;
    std::optional<TimeLimit> limit_;
    double save_seconds_ = 0.0;
    double update_seconds_ = 0.0;
};

}  // namespace remo::train
