#pragma once
/// \file
/// Tells a person how far a run is: one redrawn line on a terminal, plain lines now and then in a batch log.
#include <chrono>
#include <cstdint>
#include <string>

#include "remo/base/log.hpp"
#include "remo/train/metrics_log.hpp"

namespace remo::train {

/// "1 h 02 min", "3 min 20 s", "12 s".
std::string duration_text(double seconds);

class Progress {
  public:
    Progress(Log& log, std::int64_t total_updates, std::int64_t done_updates);
    /// Shows the figures when it is time to: a terminal every 0.2 s, else 1, 2, 5, 10, … then at least 10 s apart.
    void update(const UpdateFigures& figures);
    void pause();  ///< ends the terminal's line before another message

  private:
    [[nodiscard]] std::string line(const UpdateFigures& figures) const;
    Log& log_;
    std::int64_t total_;
    std::int64_t first_;
    std::chrono::steady_clock::time_point start_;
    std::chrono::steady_clock::time_point shown_;
    double smoothed_loss_ = 0.0;
    bool any_ = false;
    bool open_line_ = false;
};

}  // namespace remo::train
