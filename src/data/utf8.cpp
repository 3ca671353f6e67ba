#include "remo/data/utf8.hpp"

#include <cstring>

namespace remo::data {
namespace {

struct Sequence {
    std::size_t bytes;  // of the character, or of the maximal invalid part
    bool valid;
};

// The range that the second byte of a character may have (Unicode standard, table 3-7).
bool second_fits(unsigned char lead, unsigned char second) {
    const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    return second >= low && second <= high;
}

std::size_t length_by_lead(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return 2;
    if (lead >= 0xE0 && lead <= 0xEF) return 3;
    if (lead >= 0xF0 && lead <= 0xF4) return 4;
    return 0;
}

Sequence sequence_at(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const std::size_t length = length_by_lead(byte(0));
    if (length < 2) return {1, length == 1};
    for (std::size_t i = 1; i < length; ++i) {
        const bool fits =
            i < text.size() && (i == 1 ? second_fits(byte(0), byte(1)) : (byte(i) & 0xC0) == 0x80);
        if (!fits) return {i, false};
    }
    return {length, true};
}

// Skips ASCII, eight bytes at a time.
std::size_t skip_ascii(std::string_view text, std::size_t at) {
    for (std::uint64_t word = 0; at + 8 <= text.size(); at += 8) {
        std::memcpy(&word, text.data() + at, 8);
        if (word & 0x8080808080808080u) break;
    }
    while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
    return at;
}

}  // namespace

std::size_t find_invalid_utf8(std::string_view text) {
    for (std::size_t at = skip_ascii(text, 0); at < text.size(); at = skip_ascii(text, at)) {
        const Sequence sequence = sequence_at(text.substr(at));
        if (!sequence.valid) return at;
        at += sequence.bytes;
    }
    return std::string_view::npos;
}

std::int64_t replace_invalid_utf8(std::string& text) {
    std::size_t bad = find_invalid_utf8(text);
    if (bad == std::string_view::npos) return 0;
    std::int64_t replaced = 0;
    std::string sound;
    std::string_view rest = text;
    for (; bad != std::string_view::npos; bad = find_invalid_utf8(rest)) {
        sound.append(rest.substr(0, bad)).append("\xEF\xBF\xBD");
        rest.remove_prefix(bad + sequence_at(rest.substr(bad)).bytes);
        ++replaced;
    }
    sound.append(rest);
    text = std::move(sound);
    return replaced;
}

}  // namespace remo::data
