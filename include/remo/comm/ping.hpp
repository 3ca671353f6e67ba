#pragma once
/// \file
/// How fast messages are: between two ranks, and summed over all. For reports to people; nothing is tuned by it.
#include <cstddef>
#include <string>
#include <vector>

#include "remo/comm/communicator.hpp"

namespace remo::comm {

struct PingFigures {
    double latency_seconds = 0.0;   ///< half a round trip of 8 bytes, the median
    double bytes_per_second = 0.0;  ///< of a large message, the best
};

/// Collective: ranks `first` and `second` send messages to and fro while the others wait; all get the figures.
PingFigures ping(const Communicator& communicator, int first, int second);

/// Collective: seconds to sum `bytes` of floats over all ranks in pieces of `piece_bytes`; the slowest rank's time, the better of two.
double all_reduce_seconds(const Communicator& communicator, std::size_t bytes, std::size_t piece_bytes);

struct RankPair {
    int first = 0;
    int second = 0;
};

/// Pairs that tell of a machine, from the host of each rank: two ranks of one host, for each host (`within`), and the first ranks of
/// neighbouring hosts, as in a ring (`between`). At most `most` of each.
struct PairsToTry {
    std::vector<RankPair> within, between;
};
PairsToTry pairs_to_try(const std::vector<std::string>& hosts, std::size_t most);

}  // namespace remo::comm
