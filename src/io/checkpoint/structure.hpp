#pragma once
// The part of writing that rank 0 does: everything in the file but the values of the data sets.
#include <cstdint>
#include <filesystem>
#include <vector>

#include "remo/io/checkpoint_file.hpp"
#include "seal.hpp"

namespace remo::io {

/// What the other steps of writing need to know of the file.
struct Structure {
    std::vector<std::uint64_t>
        offsets;  ///< where the values of each data set lie in the file; 0 for an empty one
    std::vector<ByteRange> covered;  ///< bytes under checksums of their own: data sets, texts, columns
};

/// Creates the file with attributes, texts, history and data sets; these get their place on the disk, not their values.
Structure write_structure(const std::filesystem::path& path, const FileContents& contents,
                          const std::vector<std::vector<std::uint64_t>>& checksums);

}  // namespace remo::io
