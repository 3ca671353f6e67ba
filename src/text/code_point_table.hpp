#pragma once
/// \file
/// The properties that the inner loop asks for, one load a code point of the Basic Multilingual Plane.
#include <cstdint>
#include <vector>

#include "unicode.hpp"

namespace remo::text {

/// Bits 0–5: CodePointFlag; 6: lower-casing changes it; 7: has a decomposition; 8–15: combining class.
using CodePointBits = std::uint16_t;
constexpr CodePointBits lowers = 1U << 6;
constexpr CodePointBits decomposes = 1U << 7;

inline int combining_class(CodePointBits bits) {
    return bits >> 8;
}

class CodePointTable {
  public:
    CodePointTable();
    [[nodiscard]] CodePointBits operator[](char32_t code) const {
        return code < bits_.size() ? bits_[code] : compute(code);
    }

  private:
    static CodePointBits compute(char32_t code);
    std::vector<CodePointBits> bits_;
};

}  // namespace remo::text
