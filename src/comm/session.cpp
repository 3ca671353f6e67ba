#include "remo/comm/session.hpp"

#include "check.hpp"
#include "remo/base/format.hpp"

namespace remo::comm {

Session::Session(int* argc, char*** argv) {
    int provided = MPI_THREAD_SINGLE;
    check(MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
    check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    if (provided < MPI_THREAD_FUNNELED)
        failure("this MPI library does not support threads beside MPI calls (MPI_THREAD_FUNNELED)");
}

Session::~Session() {
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (finalized == 0) MPI_Finalize();
}

}  // namespace remo::comm
