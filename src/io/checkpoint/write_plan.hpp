#pragma once
// What the ranks have agreed to write: the data sets with the checksums that the ranks computed of their own parts.
#include <cstdint>
#include <vector>

#include "remo/comm/communicator.hpp"
#include "remo/io/checkpoint_file.hpp"

namespace remo::io {

std::size_t bytes_of(const DatasetToWrite& dataset);

/// Error(failure) when names clash, can't be stored, or this rank's range of a data set is none.
void check_contents(const FileContents& contents);

/// Collective: every rank computes the checksums of its part. Rank 0 gets those of all data sets, by block, once it is sure
/// that all ranks list the same data sets and that the parts cover each of them without overlap.
std::vector<std::vector<std::uint64_t>> gather_checksums(const comm::Communicator& communicator,
                                                         const std::vector<DatasetToWrite>& datasets);

}  // namespace remo::io
