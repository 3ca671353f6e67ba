#pragma once
/// \file
/// Learning-rate schedules, equal to Transformers' `get_scheduler` at every update.
#include <cstdint>
#include <memory>
#include <string>

namespace remo::optim {

struct ScheduleOptions {
    std::string name = "linear";
    std::int64_t warmup_updates = 0;
    std::int64_t total_updates = 0;
};

class Schedule {
  public:
    virtual ~Schedule() = default;
    /// Factor of the base rate for the update that follows `done` updates (0 for the first).
    [[nodiscard]] virtual double factor(std::int64_t done) const = 0;
};

std::unique_ptr<Schedule> make_schedule(const ScheduleOptions& options);

}  // namespace remo::optim
