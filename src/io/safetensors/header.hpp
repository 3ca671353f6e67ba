#pragma once
// The header of a safetensors file.
#include <cstdint>
#include <vector>

#include "../input_file.hpp"
#include "remo/io/tensor_source.hpp"

namespace remo::io::safetensors {

struct Entry {
    TensorInfo info;
    std::uint64_t offset = 0;  ///< of the first byte, in the file
};

/// Reads and checks the header; entries in the order of their data.
std::vector<Entry> read_header(const InputFile& file);

}  // namespace remo::io::safetensors
