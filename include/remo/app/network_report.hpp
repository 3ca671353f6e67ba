#pragma once
/// \file
/// How fast the ranks of a job talk to each other, in sentences.
#include <cstddef>
#include <string>
#include <vector>

#include "remo/comm/communicator.hpp"

namespace remo::app {

/// Seconds that it took to sum a gradient in pieces of a size.
struct PieceTime {
    double mebibytes = 1.0;
    double seconds = 0.0;
};

/// The size to choose: the default unless another is faster by more than a tenth.
double advised_bucket(const std::vector<PieceTime>& times, double default_mebibytes);

/// Collective. Latency and bandwidth within hosts and between hosts, speed of all-reduce by piece size with advice for
/// parallel.bucket_mib. Empty on one rank.
std::vector<std::string> network_report(const comm::Communicator& communicator);

}  // namespace remo::app
