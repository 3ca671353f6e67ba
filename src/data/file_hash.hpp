#pragma once
// XXH3-128 of files and settings, as hexadecimal text.
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace remo::data {

class Hash {
  public:
    Hash();
    ~Hash();
    Hash(const Hash&) = delete;
    Hash& operator=(const Hash&) = delete;

    void add_bytes(std::string_view bytes);
    void add_text(std::string_view text);  // with its length, so that neighbouring texts can't run together
    void add_number(std::int64_t number);
    // The file's first `bytes` bytes (all of them unless told), and how many there were.
    void add_file(const std::filesystem::path& path, std::uint64_t bytes = UINT64_MAX);
    [[nodiscard]] std::string hexadecimal() const;  // 32 digits

  private:
    void* state_;
};

}  // namespace remo::data
