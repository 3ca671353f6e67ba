#pragma once
// Opening and creating HDF5 files by one process.
#include <filesystem>

#include "handle.hpp"

namespace remo::io::hdf5 {

/// File access properties: readable by HDF5 1.8 and newer, no file locks. remo publishes files by rename and never writes
/// to a published one, and locks fail on many network file systems.
Handle file_access();

Handle create_file(const std::filesystem::path& path, const Handle& access);
/// Error(usage): the system's reason, or that the file is no HDF5 file.
Handle open_file(const std::filesystem::path& path);

/// Flushes to the system and closes; the file's last chance to tell of an error.
void close_file(Handle& file, const std::filesystem::path& path);

}  // namespace remo::io::hdf5
