#pragma once
/// \file
/// Remembers the pieces of short words. Owned by a caller's scratch, so that encoding shares nothing between threads.
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace remo::text {

/// A word of up to 16 bytes as two integers. The bytes behind it in its buffer must be readable.
struct WordKey {
    static constexpr std::size_t longest = 16;
    std::uint64_t low = 0, high = 0;
    std::uint8_t length = 0;

    WordKey() = default;
    WordKey(const char* bytes, std::size_t size) : length(static_cast<std::uint8_t>(size)) {
        std::memcpy(&low, bytes, 8);
        std::memcpy(&high, bytes + 8, 8);
        low &= kept(size);
        high &= size <= 8 ? 0 : kept(size - 8);
    }

  private:
    /// A mask of the first `size` bytes in memory, whatever the byte order.
    static std::uint64_t kept(std::size_t size) {
        static constexpr std::array<unsigned char, 16> bytes{255, 255, 255, 255, 255, 255, 255, 255};
        std::uint64_t mask = 0;
        std::memcpy(&mask, bytes.data() + 8 - (size < 8 ? size : 8), 8);
        return mask;
    }
};

/// Direct-mapped: a new word replaces the one in its place.
class WordCache {
  public:
    static constexpr std::size_t most_ids = 3;
    /// 32 bytes: two to a cache line.
    struct Entry {
        std::uint64_t low = 0, high = 0;
        std::array<std::int32_t, most_ids> ids{};
        std::uint8_t length = 0;
        std::uint8_t count = 0;  ///< 0: an empty place

        [[nodiscard]] bool holds(const WordKey& key) const {
            return count != 0 && low == key.low && high == key.high && length == key.length;
        }
    };

    /// The place of a word, whether or not it is there.
    Entry& place(const WordKey& key) {
        if (entries_.empty()) entries_.resize(std::size_t{1} << bits);
        const std::uint64_t mixed =
            (key.low ^ (key.high * 0xD6E8FEB86659FD93ULL) ^ key.length) * 0x9E3779B97F4A7C15ULL;
        return entries_[mixed >> (64 - bits)];
    }
    void clear() { entries_.assign(entries_.size(), {}); }

  private:
    static constexpr int bits = 13;
    std::vector<Entry> entries_;
};

}  // namespace remo::text
