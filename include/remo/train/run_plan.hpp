#pragma once
/// \file
/// Counts that follow from job and data: how many updates, of which how many warm up.
#include <cstdint>

#include "remo/config/job.hpp"

namespace remo::train {

struct RunPlan {
    std::int64_t samples_per_epoch = 0;
    std::int64_t updates_per_epoch = 0;  ///< the epoch's last, smaller batch is an update of its own
    std::int64_t total_updates = 0;
    std::int64_t warmup_updates = 0;
};

RunPlan plan_run(const config::Job& job, std::int64_t samples);

}  // namespace remo::train
