#include "remo/train/run_plan.hpp"

#include <cmath>

namespace remo::train {

RunPlan plan_run(const config::Job& job, std::int64_t samples) {
    RunPlan plan;
    plan.samples_per_epoch = samples;
    plan.updates_per_epoch = (samples + job.train.global_batch_size - 1) / job.train.global_batch_size;
    plan.total_updates = job.train.max_updates > 0
                             ? job.train.max_updates
                             : static_cast<std::int64_t>(std::ceil(
                                   job.train.num_train_epochs * static_cast<double>(plan.updates_per_epoch)));
    plan.warmup_updates = job.schedule.warmup_updates > 0
                              ? job.schedule.warmup_updates
                              : static_cast<std::int64_t>(std::ceil(job.schedule.warmup_ratio *
                                                                    static_cast<double>(plan.total_updates)));
    return plan;
}

}  // namespace remo::train
