#pragma once
/// \file
/// Where special tokens and texts stand in a finished sequence.
#include <cstdint>
#include <span>
#include <vector>

namespace remo::text {

struct TemplatePiece {
    enum class Kind { special, first, second };
    Kind kind = Kind::special;
    std::vector<std::int32_t> ids;  ///< of a special piece
    std::int32_t type = 0;          ///< token type id, 0 or 1
};

/// A sequence's pieces. Token types rise from 0 to 1 and never fall.
using Template = std::vector<TemplatePiece>;

struct Templates {
    Template single, pair;
};

/// [CLS] A [SEP] and [CLS] A [SEP] B [SEP], the second text and its [SEP] with type 1.
Templates bert_templates(std::int32_t cls, std::int32_t sep);

std::size_t special_count(const Template& pieces);

/// Lengths of a first and second text, cut to `room` tokens in all, the longer one first, as the reference does it.
struct PairLengths {
    std::size_t first, second;
};
PairLengths longest_first(PairLengths lengths, std::size_t room);

}  // namespace remo::text
