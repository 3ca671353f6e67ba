#pragma once
/// \file
/// What the tokenizer files say, in the form that the tokenizer works with.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "added_tokens.hpp"
#include "normalizer.hpp"
#include "remo/text/tokenizer.hpp"
#include "template.hpp"
#include "word_pieces.hpp"

namespace remo::text {

struct WordPieceModel {
    Vocabulary tokens;
    std::string unknown = "[UNK]";
    std::string prefix = "##";
    std::size_t most_characters = 100;  ///< a longer word is unknown
};

struct Definition {
    WordPieceModel model;
    NormalizerOptions normalizer;
    std::vector<AddedToken> added;
    Templates templates;
    SpecialTokens special;
    bool truncate_left = false;
    bool split_special_tokens = false;  ///< the files ask for special tokens in texts to be plain text
    std::vector<std::string> notes;
};

/// Reads the files as AutoTokenizer does. Error(usage) names file and key.
Definition read_definition(const std::map<std::string, std::string>& files, const std::string& origin);

/// A hash of everything in a definition that decides about ids.
std::uint64_t fingerprint(const Definition& definition, bool parse_special_tokens);

}  // namespace remo::text
