#pragma once
/// \file
/// Checked MPI calls.
#include <mpi.h>

namespace remo::comm {

/// Throws Error(failure) naming the call, its reason, rank and host, unless `code` is MPI_SUCCESS.
void check(int code, const char* call);

}  // namespace remo::comm
