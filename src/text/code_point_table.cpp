#include "code_point_table.hpp"

namespace remo::text {

CodePointTable::CodePointTable() {
    constexpr char32_t size = 0x10000;
    bits_.reserve(size);
    for (char32_t code = 0; code < size; ++code) bits_.push_back(compute(code));
}

CodePointBits CodePointTable::compute(char32_t code) {
    const CodePoint properties = code_point(code);
    unsigned bits = properties.flags | static_cast<unsigned>(properties.combining_class) << 8;
    const CodePoints lower = lower_case(code);
    if (lower.size != 1 || lower.codes[0] != code) bits |= lowers;
    const CodePoints parts = decomposition(code);
    if (parts.size != 1 || parts.codes[0] != code) bits |= decomposes;
    return static_cast<CodePointBits>(bits);
}

}  // namespace remo::text
