#pragma once
/// \file
/// File-system steps: reading whole files, and publishing a file under its final name only when it is complete.
#include <filesystem>
#include <string>
#include <string_view>

namespace remo {

/// The whole file as bytes. Throws Error(usage) naming the path when it can't be read.
std::string read_file(const std::filesystem::path& path);

/// The name that a file has until it is complete: `.<name>.partial` in the same directory.
std::filesystem::path partial_name(const std::filesystem::path& path);

/// Flushes a file's data to the disk (fsync). Throws Error(failure) with path and reason.
void sync_file(const std::filesystem::path& path);

/// Flushes a directory's entries to the disk.
void sync_directory(const std::filesystem::path& directory);

/// Refuses, with Error(usage), a name that no file can be published under: empty, in no directory, or taken by something that is no
/// regular file (a rename would replace even /dev/null).
void require_publishable(const std::filesystem::path& path);

/// Publishes `partial` as `path`: fsync, rename, fsync of the directory.
void publish_file(const std::filesystem::path& partial, const std::filesystem::path& path);

/// Writes text through a partial name and publishes it.
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// Creates a directory with its parents; Error(usage) says why not.
void create_directories(const std::filesystem::path& directory);

}  // namespace remo
