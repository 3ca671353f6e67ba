#include "vocab_file.hpp"

#include <unordered_map>

#include "remo/base/format.hpp"
#include "unicode.hpp"
#include "utf8.hpp"

namespace remo::text {
namespace {

bool is_space(char32_t code) {
    if (code < 0x80) return code == ' ' || (code >= '\t' && code <= '\r');
    return code_point(code).flags & space;
}

/// The line up to its last character that is no white space; Error(usage) where it is no UTF-8.
std::string_view trimmed(std::string_view line, const std::string& file, std::int32_t number) {
    const char* at = line.data();
    const char* const end = at + line.size();
    std::size_t kept = 0;
    while (at != end) {
        const char* const start = at;
        const char32_t code = decode_utf8(at, end);
        const bool written = at - start == 3 && std::string_view(start, 3) == "\xEF\xBF\xBD";
        if (code == replacement_character && !written)
            usage_error("{}:{}: the line is not valid UTF-8", file, number);
        if (!is_space(code)) kept = static_cast<std::size_t>(at - line.data());
    }
    return line.substr(0, kept);
}

}  // namespace

Vocabulary read_vocab_file(std::string_view text, const std::string& file) {
    std::unordered_map<std::string_view, std::int32_t> ids;
    std::int32_t number = 0;
    while (!text.empty()) {
        const std::size_t length = text.find('\n');
        const std::string_view token = trimmed(text.substr(0, length), file, number + 1);
        ids.insert_or_assign(token, number++);
        text.remove_prefix(length == std::string_view::npos ? text.size() : length + 1);
    }
    if (ids.empty()) usage_error("{}: the vocabulary is empty", file);
    return {ids.begin(), ids.end()};
}

}  // namespace remo::text
