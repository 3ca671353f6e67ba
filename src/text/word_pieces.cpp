#include "word_pieces.hpp"

#include <bit>

#include "remo/base/format.hpp"

namespace remo::text {

WordPieces::WordPieces(const Vocabulary& vocabulary, std::string_view prefix, std::int32_t unknown_id)
    : unknown_id_(unknown_id) {
    edges_.resize(1024);
    grow();
    for (const auto& [token, id] : vocabulary) {
        insert(initial_root, token, id);
        if (token.starts_with(prefix))
            insert(continuing_root, std::string_view(token).substr(prefix.size()), id);
    }
}

void WordPieces::append(std::string_view word, std::vector<std::int32_t>& ids) const {
    const std::size_t before = ids.size();
    std::uint32_t root = initial_root;
    while (!word.empty()) {
        const Match match = longest(root, word);
        if (match.length == 0) {
            ids.resize(before);
            ids.push_back(unknown_id_);
            return;
        }
        ids.push_back(match.id);
        word.remove_prefix(match.length);
        root = continuing_root;
    }
}

WordPieces::Match WordPieces::longest(std::uint32_t root, std::string_view text) const {
    Match best;
    std::uint32_t node = root;
    for (std::size_t length = 1; length <= text.size(); ++length) {
        const std::uint32_t key = node << 8 | static_cast<unsigned char>(text[length - 1]);
        std::size_t at = slot(key);
        while (edges_[at].key != key && edges_[at].key != empty) at = (at + 1) & mask_;
        const Edge& edge = edges_[at];
        if (edge.key == empty) break;
        if (edge.id >= 0) best = {length, edge.id};
        node = edge.node;
    }
    return best;
}

void WordPieces::insert(std::uint32_t root, std::string_view piece, std::int32_t id) {
    std::uint32_t node = root;
    for (std::size_t at = 0; at < piece.size(); ++at) {
        Edge& edge = find_or_add(node << 8 | static_cast<unsigned char>(piece[at]));
        node = edge.node;
        if (at + 1 == piece.size()) edge.id = id;
    }
}

WordPieces::Edge& WordPieces::find_or_add(std::uint32_t key) {
    if (2 * (used_ + 1) > edges_.size()) grow();
    std::size_t at = slot(key);
    while (edges_[at].key != key && edges_[at].key != empty) at = (at + 1) & mask_;
    if (edges_[at].key == empty) {
        // The last node's keys would collide with `empty`.
        if (nodes_ + 1 >= most_nodes)
            usage_error("the tokenizer's vocabulary is too large: it has more than 16 MiB of text");
        edges_[at] = {key, nodes_++, -1};
        ++used_;
    }
    return edges_[at];
}

void WordPieces::grow() {
    std::vector<Edge> old(2 * edges_.size());
    old.swap(edges_);
    mask_ = edges_.size() - 1;
    shift_ = 64 - std::countr_zero(edges_.size());
    for (const Edge& edge : old) {
        if (edge.key == empty) continue;
        std::size_t at = slot(edge.key);
        while (edges_[at].key != empty) at = (at + 1) & mask_;
        edges_[at] = edge;
    }
}

}  // namespace remo::text
