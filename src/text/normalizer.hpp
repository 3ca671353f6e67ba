#pragma once
/// \file
/// BERT's normaliser and pre-tokenizer in one pass: text in, classified and normalised code points out.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "code_point_table.hpp"
#include "utf8.hpp"

namespace remo::text {

struct NormalizerOptions {
    bool clean_text = true;
    bool handle_chinese_chars = true;
    bool strip_accents = true;
    bool lowercase = true;
};

/// Combining marks that wait for the end of their run, to be put in canonical order.
class MarkRun {
  public:
    [[nodiscard]] bool empty() const { return marks_.empty(); }
    void add(char32_t code, int combining_class) { marks_.push_back({code, combining_class}); }
    template <class Use>
    void drain(const Use& use) {
        std::stable_sort(marks_.begin(), marks_.end(),
                         [](const Mark& a, const Mark& b) { return a.combining_class < b.combining_class; });
        for (const Mark& mark : marks_) use(mark.code);
        marks_.clear();
    }

  private:
    struct Mark {
        char32_t code;
        int combining_class;
    };
    std::vector<Mark> marks_;
};

/// Gives the characters of a text to a sink: `letter(byte)`, `space()` and `punctuation(byte)` for ASCII,
/// `letter(code)` and `punctuation(code)` for other code points.
class Normalizer {
  public:
    Normalizer(const CodePointTable& table, const NormalizerOptions& options);

    template <class Sink>
    void run(std::string_view text, MarkRun& run, Sink& sink) const;

    /// The normalised text: what the reference matches added tokens with `normalized` against.
    [[nodiscard]] std::string normalized(std::string_view text) const;

  private:
    enum class Kind : unsigned char { letter, space, punctuation, removed };
    struct Ascii {
        Kind kind;
        char byte;
    };
    [[nodiscard]] Ascii ascii_entry(char32_t code) const;

    template <class Sink>
    void ascii(unsigned char byte, Sink& sink) const;
    template <class Sink>
    void clean(char32_t code, MarkRun& run, Sink& sink) const;
    template <class Sink>
    void strip(char32_t code, CodePointBits bits, MarkRun& run, Sink& sink) const;
    template <class Sink>
    void strip_part(char32_t code, CodePointBits bits, MarkRun& run, Sink& sink) const;
    template <class Sink>
    void lower(char32_t code, CodePointBits bits, Sink& sink) const;
    template <class Sink>
    void classify(char32_t code, CodePointBits bits, Sink& sink) const;
    template <class Sink>
    void flush(MarkRun& run, Sink& sink) const {
        if (run.empty()) return;
        run.drain([&](char32_t code) { lower(code, table_[code], sink); });
    }

    const CodePointTable& table_;
    NormalizerOptions options_;
    std::array<Ascii, 128> ascii_{};
};

template <class Sink>
void Normalizer::run(std::string_view text, MarkRun& run, Sink& sink) const {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        const auto byte = static_cast<unsigned char>(*at);
        if (byte < 0x80) {
            // A removed character ends no run of marks: the clean-up comes before the decomposition.
            if (!run.empty() && ascii_[byte].kind != Kind::removed) flush(run, sink);
            ascii(byte, sink);
            ++at;
        } else {
            clean(decode_utf8(at, end), run, sink);
        }
    }
    flush(run, sink);
}

template <class Sink>
inline void Normalizer::ascii(unsigned char byte, Sink& sink) const {
    const Ascii entry = ascii_[byte];
    switch (entry.kind) {
        case Kind::letter:
            sink.letter(entry.byte);
            break;
        case Kind::space:
            sink.space(entry.byte);
            break;
        case Kind::punctuation:
            sink.punctuation(entry.byte);
            break;
        case Kind::removed:
            break;
    }
}

template <class Sink>
void Normalizer::clean(char32_t code, MarkRun& run, Sink& sink) const {
    CodePointBits bits = table_[code];
    if (options_.clean_text) {
        if (bits & removed) return;
        if (bits & space) bits = table_[code = U' '];
    }
    const bool apart = options_.handle_chinese_chars && (bits & cjk);
    if (apart) strip(U' ', table_[U' '], run, sink);
    strip(code, bits, run, sink);
    if (apart) strip(U' ', table_[U' '], run, sink);
}

template <class Sink>
void Normalizer::strip(char32_t code, CodePointBits bits, MarkRun& run, Sink& sink) const {
    if (!options_.strip_accents) return lower(code, bits, sink);
    if (!(bits & decomposes)) return strip_part(code, bits, run, sink);
    for (const char32_t part : decomposition(code)) strip_part(part, table_[part], run, sink);
}

template <class Sink>
void Normalizer::strip_part(char32_t code, CodePointBits bits, MarkRun& run, Sink& sink) const {
    if (const int order = combining_class(bits); order != 0) {
        if (!(bits & mark)) run.add(code, order);
        return;
    }
    flush(run, sink);
    if (!(bits & mark)) lower(code, bits, sink);
}

template <class Sink>
void Normalizer::lower(char32_t code, CodePointBits bits, Sink& sink) const {
    if (!options_.lowercase || !(bits & lowers)) return classify(code, bits, sink);
    for (const char32_t part : lower_case(code)) classify(part, table_[part], sink);
}

template <class Sink>
void Normalizer::classify(char32_t code, CodePointBits bits, Sink& sink) const {
    if (bits & space) return sink.space(code);
    if (bits & punctuation) return sink.punctuation(code);
    sink.letter(code);
}

}  // namespace remo::text
