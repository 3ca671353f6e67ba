#pragma once
/// \file
/// tokenizer.json, as far as a WordPiece tokenizer needs it.
#include <optional>
#include <vector>

#include "definition.hpp"
#include "json_view.hpp"

namespace remo::text {

WordPieceModel read_word_piece_model(const JsonView& file);
/// Nothing when the file has no normaliser.
std::optional<NormalizerOptions> read_normalizer(const JsonView& file);
void require_bert_pre_tokenizer(const JsonView& file);
std::vector<AddedToken> read_added_tokens(const JsonView& file);
Templates read_templates(const JsonView& file);

/// The flags of an added token: an object with `content`, or a text that stands for a special token.
AddedToken read_added_token(const JsonView& token, bool special);

}  // namespace remo::text
