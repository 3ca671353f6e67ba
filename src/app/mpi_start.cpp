#include <unistd.h>

#include <cstdlib>

#include "remo/app/launch_check.hpp"
#include "remo/comm/topology.hpp"

namespace remo::app {

// Open MPI takes the variable as a sign that srun started it, looks for a PMI server, and ends the process without one.
void prepare_mpi_start(const Launch& launch) {
    if (launch.step_without_pmi && comm::library_version().starts_with("Open MPI"))
        ::unsetenv("SLURM_STEP_ID");
}

}  // namespace remo::app
