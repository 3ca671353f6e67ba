#pragma once
/// \file
/// WordPiece: a word as the longest pieces that the vocabulary has, from left to right.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace remo::text {

using Vocabulary = std::vector<std::pair<std::string, std::int32_t>>;

/// A trie in one hash table of (node, byte) -> (node, id). Immutable after construction.
class WordPieces {
  public:
    /// \param prefix  what pieces inside a word begin with ("##")
    WordPieces(const Vocabulary& vocabulary, std::string_view prefix, std::int32_t unknown_id);

    /// Appends the ids of a word that is not empty: its pieces, or the unknown token alone.
    void append(std::string_view word, std::vector<std::int32_t>& ids) const;
    [[nodiscard]] std::int32_t unknown_id() const { return unknown_id_; }

  private:
    struct Edge {
        std::uint32_t key = empty;  ///< node << 8 | byte
        std::uint32_t node = 0;
        std::int32_t id = -1;  ///< of the piece that ends here
    };
    struct Match {
        std::size_t length = 0;
        std::int32_t id = -1;
    };
    static constexpr std::uint32_t empty = 0xFFFFFFFF;
    static constexpr std::uint32_t initial_root = 0;
    static constexpr std::uint32_t continuing_root = 1;
    static constexpr std::uint32_t most_nodes = 1U << 24;

    [[nodiscard]] std::size_t slot(std::uint32_t key) const {
        return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ULL) >> shift_);
    }
    void insert(std::uint32_t root, std::string_view piece, std::int32_t id);
    Edge& find_or_add(std::uint32_t key);
    void grow();
    [[nodiscard]] Match longest(std::uint32_t root, std::string_view text) const;

    std::vector<Edge> edges_;
    std::size_t mask_ = 0;
    int shift_ = 0;
    std::size_t used_ = 0;
    std::uint32_t nodes_ = 2;
    std::int32_t unknown_id_;
};

}  // namespace remo::text
