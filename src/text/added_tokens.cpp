#include "added_tokens.hpp"

#include <algorithm>

#include "utf8.hpp"

namespace remo::text {
namespace {

unsigned char first_byte(std::string_view text) {
    return static_cast<unsigned char>(text.front());
}

char32_t first_code(std::string_view text) {
    const char* at = text.data();
    return decode_utf8(at, text.data() + text.size());
}

/// Where the last character of a text begins.
std::size_t last_start(std::string_view text) {
    std::size_t start = text.size() - 1;
    while (start > 0 && text.size() - start < 4 && (first_byte(text.substr(start)) & 0xC0) == 0x80) --start;
    return start;
}

}  // namespace

AddedTokenMatcher::AddedTokenMatcher(const CodePointTable& table, std::vector<AddedToken> tokens,
                                     std::vector<std::string> contents)
    : table_(table), tokens_(std::move(tokens)), contents_(std::move(contents)) {
    for (std::uint32_t i = 0; i < contents_.size(); ++i)
        by_first_byte_[first_byte(contents_[i])].push_back(i);
    // Of tokens that are equal once normalised, the reference finds the last.
    for (auto& group : by_first_byte_) {
        std::sort(group.begin(), group.end(), [&](std::uint32_t a, std::uint32_t b) {
            return std::pair(contents_[a].size(), a) > std::pair(contents_[b].size(), b);
        });
    }
}

bool AddedTokenMatcher::only_special() const {
    return std::all_of(tokens_.begin(), tokens_.end(), [](const AddedToken& token) { return token.special; });
}

bool AddedTokenMatcher::find(std::string_view text, std::size_t from, Match& match) const {
    for (std::size_t at = from; at < text.size(); ++at) {
        for (const std::uint32_t token : by_first_byte_[static_cast<unsigned char>(text[at])]) {
            if (!text.substr(at).starts_with(contents_[token])) continue;
            match = {at, at + contents_[token].size(), token};
            return true;
        }
    }
    return false;
}

bool AddedTokenMatcher::fit(std::string_view text, std::size_t done, const AddedToken& token,
                            Match& match) const {
    const std::string_view before = text.substr(0, match.begin);
    const std::string_view behind = text.substr(match.end);
    if (token.single_word) {
        if (!before.empty() && has(first_code(before.substr(last_start(before))), word)) return false;
        if (!behind.empty() && has(first_code(behind), word)) return false;
    }
    if (token.lstrip) {
        std::string_view kept = before;
        while (!kept.empty() && has(first_code(kept.substr(last_start(kept))), space))
            kept = kept.substr(0, last_start(kept));
        match.begin = std::max(kept.size(), done);
    }
    if (token.rstrip) {
        const char* at = behind.data();
        const char* const end = at + behind.size();
        for (const char* next = at; next != end; at = next) {
            if (!has(decode_utf8(next, end), space)) break;
        }
        match.end += static_cast<std::size_t>(at - behind.data());
    }
    return true;
}

}  // namespace remo::text
