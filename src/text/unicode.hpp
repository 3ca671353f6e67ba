#pragma once
/// \file
/// Code points as the reference sees them: utf8proc's data, and a generated table where the reference differs.
#include <array>
#include <cstdint>
#include <span>

namespace remo::text {

/// What the reference's normaliser and pre-tokenizer do with a code point.
enum CodePointFlag : std::uint8_t {
    removed = 1,  ///< taken out by the clean-up: control, format and private-use characters, U+0000, U+FFFD
    space = 2,    ///< separates words
    punctuation = 4,  ///< a word of its own
    cjk = 8,          ///< ideograph: gets a space on both sides
    mark = 16,        ///< non-spacing mark: taken out with the accents
    word = 32         ///< \w of a regular expression: matters for added tokens with single_word
};

struct CodePoint {
    std::uint8_t flags = 0;
    std::uint8_t combining_class = 0;
};

/// What one code point becomes; the longest canonical decomposition and lower-casing have four code points.
struct CodePoints {
    std::array<char32_t, 4> codes{};
    int size = 0;

    [[nodiscard]] const char32_t* begin() const { return codes.data(); }
    [[nodiscard]] const char32_t* end() const { return codes.data() + size; }
};

CodePoint code_point(char32_t code);
CodePoints lower_case(char32_t code);     ///< per character: no context, so no final sigma
CodePoints decomposition(char32_t code);  ///< full canonical decomposition

}  // namespace remo::text
