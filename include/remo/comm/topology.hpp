#pragma once
/// \file
/// Where the ranks sit.
#include <string>
#include <vector>

#include "remo/comm/communicator.hpp"

namespace remo::comm {

/// Place of this rank among those on its node.
struct LocalPlace {
    int rank = 0;
    int ranks = 1;
};

LocalPlace local_place(const Communicator& communicator);  ///< collective

/// The processors that this process may run on, e.g. "0-3,8".
std::string bound_cores();

/// First line of MPI_Get_library_version, e.g. "Open MPI v4.1.4".
std::string library_version();

/// Collective: "rank 3 -> node2, <device>, cores 4-7" for each rank, on rank 0; long lists are folded by node.
std::vector<std::string> placement_lines(const Communicator& communicator, const std::string& device);

}  // namespace remo::comm
