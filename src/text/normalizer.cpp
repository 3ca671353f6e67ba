#include "normalizer.hpp"

namespace remo::text {
namespace {

struct StringSink {
    std::string text;

    void letter(char byte) { text.push_back(byte); }
    void space(char byte) { text.push_back(byte); }
    void punctuation(char byte) { text.push_back(byte); }
    void letter(char32_t code) { append_utf8(code, text); }
    void space(char32_t code) { append_utf8(code, text); }
    void punctuation(char32_t code) { append_utf8(code, text); }
};

}  // namespace

Normalizer::Normalizer(const CodePointTable& table, const NormalizerOptions& options)
    : table_(table), options_(options) {
    for (char32_t code = 0; code < ascii_.size(); ++code) ascii_[code] = ascii_entry(code);
}

Normalizer::Ascii Normalizer::ascii_entry(char32_t code) const {
    const CodePointBits bits = table_[code];
    if (options_.clean_text && (bits & removed)) return {Kind::removed, 0};
    if (bits & space) return {Kind::space, options_.clean_text ? ' ' : static_cast<char>(code)};
    if (bits & punctuation) return {Kind::punctuation, static_cast<char>(code)};
    const char32_t lower = options_.lowercase ? lower_case(code).codes[0] : code;
    return {Kind::letter, static_cast<char>(lower)};
}

std::string Normalizer::normalized(std::string_view text) const {
    StringSink sink;
    MarkRun marks;
    run(text, marks, sink);
    return std::move(sink.text);
}

}  // namespace remo::text
