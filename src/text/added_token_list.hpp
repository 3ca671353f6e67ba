#pragma once
/// \file
/// The added tokens in the order in which the reference takes them up, with their ids.
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "added_tokens.hpp"
#include "word_pieces.hpp"

namespace remo::text {

/// Ids by token. The texts stay the vocabulary's.
using TokenIds = std::unordered_map<std::string_view, std::int32_t>;
TokenIds ids_of(const Vocabulary& vocabulary);

/// Gives ids to added tokens as the reference does: the vocabulary's, else the next free one.
class AddedTokenList {
  public:
    /// \param vocabulary  must outlive the list
    explicit AddedTokenList(const TokenIds& vocabulary);

    void add(AddedToken token);  ///< a token that is there already takes the new flags
    void add_missing(const AddedToken& token);
    /// Of a token of the vocabulary or this list; -1 when there is none.
    [[nodiscard]] std::int32_t id(const std::string& content) const;
    [[nodiscard]] std::vector<AddedToken> take() { return std::move(tokens_); }

  private:
    [[nodiscard]] AddedToken* find(const std::string& content);

    const TokenIds& vocabulary_;
    std::vector<AddedToken> tokens_;
    std::int32_t next_;
};

}  // namespace remo::text
