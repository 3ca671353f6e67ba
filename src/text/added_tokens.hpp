#pragma once
/// \file
/// Tokens beside the vocabulary that are found in the text itself, before it is cut into words.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "code_point_table.hpp"

namespace remo::text {

struct AddedToken {
    std::string content;
    std::int32_t id = -1;
    bool special = false;
    bool normalized = false;   ///< looked for in the normalised text
    bool single_word = false;  ///< only where no word character touches it
    bool lstrip = false;       ///< takes the white space before it along
    bool rstrip = false;       ///< takes the white space behind it along
    bool operator==(const AddedToken&) const = default;
};

/// Finds tokens in a text from left to right, the longest at each place.
class AddedTokenMatcher {
  public:
    /// \param contents  what to look for, for each token (its content, or that content normalised); never empty
    AddedTokenMatcher(const CodePointTable& table, std::vector<AddedToken> tokens,
                      std::vector<std::string> contents);

    [[nodiscard]] bool empty() const { return tokens_.empty(); }
    [[nodiscard]] bool only_special() const;

    /// Calls use_text(part) and use_id(id) for the parts of `text` in order. Without `parse_special`, special tokens are
    /// stepped over as plain text.
    template <class UseText, class UseId>
    void split(std::string_view text, bool parse_special, const UseText& use_text,
               const UseId& use_id) const {
        std::size_t done = 0;
        Match match;
        for (std::size_t from = 0; find(text, from, match); from = match.end) {
            Match taken = match;
            const AddedToken& token = tokens_[match.token];
            if ((token.special && !parse_special) || !fit(text, done, token, taken)) continue;
            if (done < taken.begin) use_text(text.substr(done, taken.begin - done));
            use_id(token.id);
            done = taken.end;
        }
        if (done < text.size()) use_text(text.substr(done));
    }

  private:
    struct Match {
        std::size_t begin = 0, end = 0, token = 0;
    };
    bool find(std::string_view text, std::size_t from, Match& match) const;
    /// Checks the neighbours and widens the match over white space; false where it is part of a word.
    bool fit(std::string_view text, std::size_t done, const AddedToken& token, Match& match) const;
    [[nodiscard]] bool has(char32_t code, CodePointFlag flag) const { return table_[code] & flag; }

    const CodePointTable& table_;
    std::vector<AddedToken> tokens_;
    std::vector<std::string> contents_;
    std::array<std::vector<std::uint32_t>, 256> by_first_byte_;  ///< longest content first, then the last
};

}  // namespace remo::text
