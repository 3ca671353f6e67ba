#pragma once
/// \file
/// How many ranks the launcher started, against how many MPI sees.
#include <string>

#include "remo/base/environment.hpp"

namespace remo::app {

/// How this process was started. To be looked up before MPI_Init, which sets some of the same variables.
struct Launch {
    int ranks = 1;  ///< processes that the launcher (mpirun, srun) says it started together
    int rank = 0;   ///< this process among them
    // What is wrong when MPI nevertheless sees one rank; empty texts when nothing is.
    std::string
        error;  ///< several processes, each a world of its own: they would overwrite each other's files
    std::string warning;  ///< one rank where the batch job has several tasks
};

Launch look_up_launch(const EnvironmentLookup& environment);

}  // namespace remo::app
