#pragma once
// The part of writing that rank 0 does: everything in the file but the values of the data sets.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "output_file.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "write_plan.hpp"

namespace remo::io {

/// Attributes, texts, history and data sets. HDF5 makes them in memory; the data sets get their place in the file at once,
/// their values are written by others.
class Structure {
  public:
    /// `path` is for messages; `contents` must outlive the object.
    Structure(const std::filesystem::path& path, const FileContents& contents);
    ~Structure();
    Structure(Structure&&) noexcept;
    Structure& operator=(Structure&&) noexcept;

    /// Where the values of each data set lie in the file; 0 for an empty one.
    [[nodiscard]] const std::vector<std::uint64_t>& offsets() const;
    /// What the whole file takes, about, and not less.
    [[nodiscard]] std::uint64_t bytes() const;
    /// Completes the structure with the data sets' checksums. Once only.
    void finish(const std::vector<Checksums>& checksums);
    /// Writes the finished structure, and the seal, around the values. Calls no HDF5, so a thread may do it.
    void write(const OutputFile& file) const;

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace remo::io
