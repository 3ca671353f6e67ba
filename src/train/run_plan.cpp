#include "remo/train/run_plan.hpp"

#include <algorithm>
#include <cmath>

#include "remo/base/format.hpp"

namespace remo::train {

namespace {

/// Beyond it a double does not count updates one by one.
constexpr double most_updates = 1e15;

std::int64_t updates_of_epochs(double epochs, std::int64_t updates_per_epoch) {
    const double updates = std::ceil(epochs * static_cast<double>(updates_per_epoch));
    if (updates > most_updates) {
        usage_error("train.num_train_epochs = {}: {:.3g} updates are too many to count; choose fewer epochs",
                    epochs, updates);
    }
    return static_cast<std::int64_t>(updates);
}

}  // namespace

RunPlan plan_run(const config::Job& job, std::int64_t samples) {
    RunPlan plan;
    plan.samples_per_epoch = samples;
    const std::int64_t batch = std::min(job.train.global_batch_size, std::max<std::int64_t>(samples, 1));
    plan.updates_per_epoch = (samples + batch - 1) / batch;
    plan.total_updates = job.train.max_updates > 0
                             ? job.train.max_updates
                             : updates_of_epochs(job.train.num_train_epochs, plan.updates_per_epoch);
    plan.warmup_updates = job.schedule.warmup_updates > 0
                              ? job.schedule.warmup_updates
                              : static_cast<std::int64_t>(std::ceil(job.schedule.warmup_ratio *
                                                                    static_cast<double>(plan.total_updates)));
    return plan;
}

}  // namespace remo::train
