#include <algorithm>

#include "definition.hpp"

namespace remo::text {
namespace {

/// FNV-1a, 64 bits.
class Hash {
  public:
    void add(std::uint64_t number) {
        for (int byte = 0; byte < 8; ++byte) add_byte(static_cast<unsigned char>(number >> (8 * byte)));
    }
    void add(std::string_view text) {
        add(text.size());
        for (const char byte : text) add_byte(static_cast<unsigned char>(byte));
    }
    void add(const Template& pieces) {
        add(pieces.size());
        for (const TemplatePiece& piece : pieces) {
            add(static_cast<std::uint64_t>(piece.kind));
            add(static_cast<std::uint64_t>(piece.type));
            add(piece.ids.size());
            for (const std::int32_t id : piece.ids) add(static_cast<std::uint64_t>(id));
        }
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

  private:
    void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001B3ULL; }
    std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

void add_model(const WordPieceModel& model, Hash& hash) {
    Vocabulary sorted = model.tokens;  // vocab.txt and tokenizer.json give the same hash
    std::sort(sorted.begin(), sorted.end());
    hash.add(sorted.size());
    for (const auto& [token, id] : sorted) {
        hash.add(token);
        hash.add(static_cast<std::uint64_t>(id));
    }
    hash.add(model.unknown);
    hash.add(model.prefix);
    hash.add(model.most_characters);
}

}  // namespace

std::uint64_t fingerprint(const Definition& definition, bool parse_special_tokens) {
    constexpr std::uint64_t rules = 1;  // to be raised whenever the same files come to give other ids
    Hash hash;
    hash.add(rules);
    add_model(definition.model, hash);
    const NormalizerOptions& normalizer = definition.normalizer;
    for (const bool option : {normalizer.clean_text, normalizer.handle_chinese_chars,
                              normalizer.strip_accents, normalizer.lowercase, definition.truncate_left,
                              definition.split_special_tokens, parse_special_tokens}) {
        hash.add(static_cast<std::uint64_t>(option));
    }
    for (const AddedToken& token : definition.added) {
        hash.add(token.content);
        hash.add(static_cast<std::uint64_t>(token.id));
        for (const bool flag :
             {token.special, token.normalized, token.single_word, token.lstrip, token.rstrip}) {
            hash.add(static_cast<std::uint64_t>(flag));
        }
    }
    hash.add(definition.templates.single);
    hash.add(definition.templates.pair);
    return hash.value();
}

}  // namespace remo::text
