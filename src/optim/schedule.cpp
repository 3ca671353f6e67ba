// Schedules as transformers.get_scheduler gives them.
#include "remo/optim/schedule.hpp"

#include <algorithm>

#include "remo/base/error.hpp"

namespace remo::optim {
namespace {

double warm_up(const ScheduleOptions& options, std::int64_t done) {
    return static_cast<double>(done) / static_cast<double>(std::max<std::int64_t>(1, options.warmup_updates));
}

class Constant : public Schedule {
  public:
    [[nodiscard]] double factor(std::int64_t) const override { return 1.0; }
};

class ConstantWithWarmup : public Schedule {
  public:
    explicit ConstantWithWarmup(const ScheduleOptions& options) : options_(options) {}
    [[nodiscard]] double factor(std::int64_t done) const override {
        return done < options_.warmup_updates ? warm_up(options_, done) : 1.0;
    }

  private:
    ScheduleOptions options_;
};

/// Warm-up from 0, then down to 0 after the last update.
class Linear : public Schedule {
  public:
    explicit Linear(const ScheduleOptions& options) : options_(options) {}
    [[nodiscard]] double factor(std::int64_t done) const override {
        if (done < options_.warmup_updates) return warm_up(options_, done);
        const auto left = static_cast<double>(options_.total_updates - done);
        const auto whole =
            static_cast<double>(std::max<std::int64_t>(1, options_.total_updates - options_.warmup_updates));
        return std::max(0.0, left / whole);
    }

  private:
    ScheduleOptions options_;
};

}  // namespace

std::unique_ptr<Schedule> make_schedule(const ScheduleOptions& options) {
    if (options.name == "constant") return std::make_unique<Constant>();
    if (options.name == "constant_with_warmup") return std::make_unique<ConstantWithWarmup>(options);
    if (options.name == "linear") return std::make_unique<Linear>(options);
    throw Error(ExitStatus::usage,
                "schedule.name = \"" + options.name +
                    "\" is not known; the schedules are constant, constant_with_warmup and linear");
}

}  // namespace remo::optim
