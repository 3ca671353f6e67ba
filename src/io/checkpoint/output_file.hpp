#pragma once
// A file open for writing at given places. Every error is an Error(failure) with path and the system's reason.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace remo::io {

class OutputFile {
  public:
    /// Creates the file, or empties it, and reserves `bytes` on the disk: a full disk, a quota or a limit on file sizes is
    /// found before anything is written.
    static OutputFile create(const std::filesystem::path& path, std::uint64_t bytes);
    /// Opens a file that is there.
    static OutputFile open(const std::filesystem::path& path);
    ~OutputFile();
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&& other) = delete;

    void write(std::uint64_t offset, std::span<const std::byte> bytes) const;
    /// Asks the system to begin writing these bytes to the disk, without waiting; errors come with sync().
    void start_flushing(std::uint64_t offset, std::uint64_t bytes) const noexcept;
    void resize(std::uint64_t bytes) const;
    void sync() const;
    void close();  ///< tells of errors that the system held back

  private:
    OutputFile(const std::filesystem::path& path, int flags);
    void reserve(std::uint64_t bytes) const;
    std::string path_;
    int descriptor_;
};

}  // namespace remo::io
