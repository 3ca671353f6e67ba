#pragma once
// The last bytes of a token cache, behind its HDF5 data: what the file is, and a checksum of all before. So damage anywhere is
// found before the HDF5 library meets it; the library itself ignores them.
#include <filesystem>

namespace remo::data {

// Appends the seal to a closed file.
void seal_file(const std::filesystem::path& path);

// Throws CacheDefect unless the file is a sealed, undamaged token cache.
void check_seal(const std::filesystem::path& path);

}  // namespace remo::data
