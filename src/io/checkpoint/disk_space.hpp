#pragma once
// Whether a file will fit, before it is written.
#include <cstddef>
#include <filesystem>

namespace remo::io {

/// Creates the file `path`, empty, and makes sure that it could grow to `bytes`: Error(failure) says why not (disk full, quota,
/// limit on file sizes, directory not writable). A full disk found half-way would cost time, and HDF5 can't go on after a
/// flush that failed.
void require_space(const std::filesystem::path& path, std::size_t bytes);

}  // namespace remo::io
