#pragma once
/// \file
/// A whole training run, from job to summary.
#include <string>

#include "remo/base/error.hpp"
#include "remo/base/log.hpp"
#include "remo/comm/communicator.hpp"
#include "remo/config/job.hpp"
#include "remo/tensor/device.hpp"

namespace remo::train {

struct RunOptions {
    std::string resume = "auto";  ///< "auto", "never", or a checkpoint's path
    bool allow_changes = false;   ///< resume although the job's maths changed
};

/// Collective. Returns done or stopped; throws Error otherwise. Mistakes in job and data are told before any training.
ExitStatus run_training(const comm::Communicator& communicator, Device& device, Log& log,
                        const config::Job& job, const RunOptions& options);

}  // namespace remo::train
