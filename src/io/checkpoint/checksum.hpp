#pragma once
// XXH3-64 checksums over blocks.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace remo::io {

std::uint64_t checksum(std::span<const std::byte> bytes);
std::uint64_t checksum(std::string_view text);

/// A checksum of bytes that come in pieces.
class Hash {
  public:
    Hash();
    ~Hash();
    Hash(const Hash&) = delete;
    Hash& operator=(const Hash&) = delete;
    void add(std::span<const std::byte> bytes);
    [[nodiscard]] std::uint64_t value() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Number of blocks of checksum_block_bytes that `bytes` fill; at least one.
std::size_t block_count(std::size_t bytes);

/// One checksum a block, the last one of what is left; that of no bytes for an empty range.
std::vector<std::uint64_t> block_checksums(std::span<const std::byte> bytes);

}  // namespace remo::io
