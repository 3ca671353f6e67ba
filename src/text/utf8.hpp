#pragma once
/// \file
/// UTF-8 to code points and back.
#include <cstdint>
#include <string>

namespace remo::text {

constexpr char32_t replacement_character = 0xFFFD;

/// The code point at `at`, which is moved behind it. Each maximal invalid part reads as one U+FFFD.
inline char32_t decode_utf8(const char*& at, const char* end) {
    const auto lead = static_cast<unsigned char>(*at++);
    if (lead < 0x80) return lead;
    if (lead < 0xC2 || lead > 0xF4) return replacement_character;
    const int following = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    char32_t code = lead & (0x3F >> following);
    // The second byte's bounds shut out overlong forms, surrogates and what lies above U+10FFFF.
    unsigned char lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned char highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (int i = 0; i < following; ++i) {
        if (at == end) return replacement_character;
        const auto byte = static_cast<unsigned char>(*at);
        if (byte < lowest || byte > highest) return replacement_character;
        code = code << 6 | (byte & 0x3F);
        lowest = 0x80;
        highest = 0xBF;
        ++at;
    }
    return code;
}

/// Writes a code point at `to` (room for four bytes) and returns the place behind it.
inline char* encode_utf8(char32_t code, char* to) {
    if (code < 0x80) {
        *to++ = static_cast<char>(code);
    } else if (code < 0x800) {
        *to++ = static_cast<char>(0xC0 | code >> 6);
        *to++ = static_cast<char>(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        *to++ = static_cast<char>(0xE0 | code >> 12);
        *to++ = static_cast<char>(0x80 | (code >> 6 & 0x3F));
        *to++ = static_cast<char>(0x80 | (code & 0x3F));
    } else {
        *to++ = static_cast<char>(0xF0 | code >> 18);
        *to++ = static_cast<char>(0x80 | (code >> 12 & 0x3F));
        *to++ = static_cast<char>(0x80 | (code >> 6 & 0x3F));
        *to++ = static_cast<char>(0x80 | (code & 0x3F));
    }
    return to;
}

inline void append_utf8(char32_t code, std::string& to) {
    char bytes[4];
    to.append(bytes, encode_utf8(code, bytes));
}

}  // namespace remo::text
