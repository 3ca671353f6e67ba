#pragma once
/// \file
/// The job file that a command names, as all ranks see it.
#include "remo/app/command.hpp"
#include "remo/comm/communicator.hpp"
#include "remo/config/job.hpp"

namespace remo::app {

/// Collective. Rank 0 reads the job file, which need not be visible elsewhere; all ranks parse the same text.
config::Job read_job(const comm::Communicator& communicator, const JobSource& source);

}  // namespace remo::app
