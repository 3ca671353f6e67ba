#pragma once
// A file open for reading at given places.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace remo::io {

class InputFile {
  public:
    /// Error(usage) with path and reason.
    explicit InputFile(const std::filesystem::path& path);
    ~InputFile();
    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&& other) noexcept;

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::uint64_t size() const { return size_; }  ///< when it was opened
    /// Fills `target` from `offset` on; Error(usage) naming path and `what` when that fails or the file ends before.
    void read(std::uint64_t offset, std::span<std::byte> target, std::string_view what) const;
    [[nodiscard]] std::string read_text(std::uint64_t offset, std::size_t size, std::string_view what) const;

  private:
    std::string path_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

}  // namespace remo::io
