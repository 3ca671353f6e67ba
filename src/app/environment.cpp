#include "remo/app/environment.hpp"

#include <mpi.h>

#include "remo/base/error.hpp"
#include "remo/comm/topology.hpp"

namespace remo::app {

namespace {

DeviceOptions device_options(const comm::Communicator& communicator) {
    const comm::LocalPlace place = comm::local_place(communicator);
    return {.local_rank = place.rank, .local_ranks = place.ranks, .threads = 0};
}

/// A rank without its device ends the job: the others would wait for it.
Device make_device(const comm::Communicator& communicator) {
    const DeviceOptions options = device_options(communicator);
    try {
        return Device(options);
    } catch (const std::exception& error) {
        if (communicator.size() == 1) throw;
        Log(communicator.rank(), communicator.size(), communicator.host()).error_here(error.what());
        MPI_Abort(communicator.handle(), static_cast<int>(ExitStatus::failure));
        throw;
    }
}

Launch ready_for_mpi(Launch how) {
    prepare_mpi_start(how);
    return how;
}

}  // namespace

Environment::Environment(Launch how, int* argc, char*** argv)
    : launch(ready_for_mpi(std::move(how))),
      session(argc, argv),
      communicator(comm::Communicator::world()),
      device(make_device(communicator)),
      log(communicator.rank(), communicator.size(), communicator.host()) {}

}  // namespace remo::app
