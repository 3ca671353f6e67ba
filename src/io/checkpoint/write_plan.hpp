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

/// Checksums of the blocks of one data set, or of a rank's part of it.
using Checksums = std::vector<std::uint64_t>;

/// Collective: errors unless all ranks list the same data sets and the parts cover each of them without overlap.
void check_shares(const comm::Communicator& communicator, const std::vector<DatasetToWrite>& datasets);

/// Collective: every rank gives the checksums of its parts, none where a part is empty. Rank 0 gets those of all data sets.
std::vector<Checksums> gather_checksums(const comm::Communicator& communicator,
                                        const std::vector<DatasetToWrite>& datasets,
                                        const std::vector<Checksums>& checksums);

}  // namespace remo::io
