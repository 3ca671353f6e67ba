#pragma once
/// \file
/// tokenizer_config.json and the older files beside it: the class, its options, and the named special tokens.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "added_tokens.hpp"
#include "json_view.hpp"

namespace remo::text {

struct TokenizerConfig {
    bool bert =
        true;  ///< built by the BERT class from the vocabulary; false: tokenizer.json decides about everything
    bool do_lower_case = true;
    bool tokenize_chinese_chars = true;
    bool strip_accents = true;
    bool truncate_left = false;
    bool split_special_tokens = false;
    bool lists_added_tokens = false;  ///< has `added_tokens_decoder`: the other files' lists are not read
    std::vector<AddedToken> added;    ///< of `added_tokens_decoder` or added_tokens.json, by id
    std::map<std::string, AddedToken> named;  ///< unk_token, cls_token, …; those that are null are left out
    std::vector<AddedToken> extra;            ///< model-specific and additional special tokens
};

using TextFiles = std::map<std::string, std::string>;

TokenizerConfig read_tokenizer_config(const TextFiles& files, const std::string& origin);

}  // namespace remo::text
