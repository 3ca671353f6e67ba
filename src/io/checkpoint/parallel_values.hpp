#pragma once
// The part of writing that all ranks do: the values of the data sets, through parallel HDF5.
#include <cstdint>
#include <filesystem>
#include <span>

#include "remo/comm/communicator.hpp"
#include "remo/io/checkpoint_file.hpp"

namespace remo::io {

/// Collective: writes each rank's part of every data set into the file that `write_structure` made.
void write_values(const comm::Communicator& communicator, const std::filesystem::path& path,
                  const std::vector<DatasetToWrite>& datasets);

/// Reads this rank's parts back and compares them with memory; `offsets` as in Structure.
void verify_values(const std::filesystem::path& path, const std::vector<DatasetToWrite>& datasets,
                   std::span<const std::uint64_t> offsets);

}  // namespace remo::io
