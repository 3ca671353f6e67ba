#pragma once
// A moving window over a text file.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace remo::data {

class TextWindow {
  public:
    TextWindow(std::filesystem::path path, std::size_t step);

    // The bytes read and not yet consumed.
    [[nodiscard]] std::string_view text() const { return std::string_view(buffer_).substr(begin_); }
    // Whether nothing of the file follows text().
    [[nodiscard]] bool complete() const { return complete_; }
    void consume(std::size_t bytes) { begin_ += bytes; }
    // Reads on; text() grows unless the file ends.
    void extend();

    [[nodiscard]] std::uint64_t bytes_read() const { return read_; }
    [[nodiscard]] std::uint64_t file_bytes() const { return file_bytes_; }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    void drop_byte_order_mark();
    std::filesystem::path path_;
    std::ifstream in_;
    std::string buffer_;
    std::size_t begin_ = 0;
    std::size_t step_;
    std::uint64_t read_ = 0;
    std::uint64_t file_bytes_ = 0;
    bool complete_ = false;
};

}  // namespace remo::data
