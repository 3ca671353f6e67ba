#pragma once
/// \file
/// vocab.txt: one token a line, its number the id.
#include <string>
#include <string_view>

#include "code_point_table.hpp"
#include "word_pieces.hpp"

namespace remo::text {

/// White space at a line's end is dropped; of equal lines the last counts. Error(usage) on an empty or broken file.
Vocabulary read_vocab_file(std::string_view text, const std::string& file);

}  // namespace remo::text
