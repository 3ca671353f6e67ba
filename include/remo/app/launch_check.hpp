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
    std::string pmi =
        "none";  ///< how ranks find each other, by what the launcher has set: "pmix", "pmi2", "pmi", "none"
    bool step_without_pmi =
        false;  ///< a task of a Slurm step that was given no way to find the others (srun --mpi=none)
};

Launch look_up_launch(const EnvironmentLookup& environment);

/// Gets this process ready for MPI_Init. Open MPI ends a task of a step without PMI from inside MPI_Init; this lets each be a
/// world of one, so that commands run anywhere and `remo train` can say what is wrong.
void prepare_mpi_start(const Launch& launch);

}  // namespace remo::app
