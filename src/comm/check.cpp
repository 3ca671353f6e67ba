#include "check.hpp"

#include <array>
#include <string>

#include "remo/base/format.hpp"

namespace remo::comm {
namespace {

/// "rank 2 on node7", as far as MPI still tells.
std::string whereabouts() {
    int initialized = 0, finalized = 0;
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    if (initialized == 0 || finalized != 0) return "this process";
    int rank = -1, length = 0;
    std::array<char, MPI_MAX_PROCESSOR_NAME + 1> host{};
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Get_processor_name(host.data(), &length);
    return fmt::format("rank {} on {}", rank, host.data());
}

}  // namespace

void check(int code, const char* call) {
    if (code == MPI_SUCCESS) return;
    std::array<char, MPI_MAX_ERROR_STRING + 1> reason{};
    int length = 0;
    if (MPI_Error_string(code, reason.data(), &length) != MPI_SUCCESS) reason[0] = '\0';
    failure("{} failed: {}: {}", call, whereabouts(), reason.data());
}

}  // namespace remo::comm
