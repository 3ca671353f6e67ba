// MPI for the whole test program.
#include "support/mpi_fixture.hpp"
