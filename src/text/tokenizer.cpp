#include "remo/text/tokenizer.hpp"

#include <algorithm>
#include <limits>

#include "added_tokens.hpp"
#include "definition.hpp"
#include "normalizer.hpp"
#include "remo/base/format.hpp"
#include "word_sink.hpp"

namespace remo::text {
namespace {

using Ids = std::vector<std::int32_t>;

AddedTokenMatcher matcher_of(const CodePointTable& table, const Definition& definition,
                             const Normalizer& normalizer, bool normalized) {
    std::vector<AddedToken> tokens;
    std::vector<std::string> contents;
    for (const AddedToken& token : definition.added) {
        if (token.normalized != normalized) continue;
        contents.push_back(normalized ? normalizer.normalized(token.content) : token.content);
        if (contents.back().empty()) {
            usage_error(
                "the added token \"{}\" (id {}) is empty once normalised: take it out of the tokenizer files",
                token.content, token.id);
        }
        tokens.push_back(token);
    }
    return {table, std::move(tokens), std::move(contents)};
}

Vocabulary by_id(const Definition& definition) {
    Vocabulary tokens = definition.model.tokens;
    for (const AddedToken& token : definition.added) tokens.emplace_back(token.content, token.id);
    std::stable_sort(tokens.begin(), tokens.end(),
                     [](const auto& a, const auto& b) { return a.second < b.second; });
    return tokens;
}

}  // namespace

struct Scratch::Impl {
    MarkRun marks;
    WordBuffer word;
    WordCache cache;
    Ids first, second;
    std::uint64_t owner = 0;  ///< fingerprint of the tokenizer whose words are in the cache
};

Scratch::Scratch() : impl_(std::make_unique<Impl>()) {}
Scratch::~Scratch() = default;
Scratch::Scratch(Scratch&&) noexcept = default;
Scratch& Scratch::operator=(Scratch&&) noexcept = default;

struct Tokenizer::Impl {
    Impl(Definition read, const TokenizerOptions& options)
        : definition(std::move(read)),
          parse_special(options.parse_special_tokens && !definition.split_special_tokens),
          normalizer(table, definition.normalizer),
          splitter(table, {false, false, false, false}),
          pieces(definition.model.tokens, definition.model.prefix, definition.special.unk),
          raw(matcher_of(table, definition, normalizer, false)),
          normalized(matcher_of(table, definition, normalizer, true)),
          tokens(by_id(definition)),
          hash(text::fingerprint(definition, parse_special)) {}

    void tokenize(std::string_view text, Scratch::Impl& scratch, WordCache* cache, Ids& ids) const;
    template <class UseText>
    void split(const AddedTokenMatcher& matcher, std::string_view text, Ids& ids,
               const UseText& use_text) const;
    void assemble(const Template& pieces, std::span<const std::int32_t> first,
                  std::span<const std::int32_t> second, Encoding& out) const;
    [[nodiscard]] std::span<const std::int32_t> cut(const Ids& ids, std::size_t length) const;
    void encode(std::string_view text, std::optional<std::string_view> pair, std::int32_t max_length,
                Encoding& out, Scratch::Impl& scratch, WordCache* cache) const;

    Definition definition;
    bool parse_special;
    CodePointTable table;
    Normalizer normalizer;
    Normalizer splitter;  ///< for text that is normalised already
    WordPieces pieces;
    AddedTokenMatcher raw, normalized;
    Vocabulary tokens;  ///< by id
    std::uint64_t hash;
};

template <class UseText>
void Tokenizer::Impl::split(const AddedTokenMatcher& matcher, std::string_view text, Ids& ids,
                            const UseText& use_text) const {
    if (matcher.empty() || (!parse_special && matcher.only_special())) return use_text(text);
    matcher.split(text, parse_special, use_text, [&](std::int32_t id) { ids.push_back(id); });
}

void Tokenizer::Impl::tokenize(std::string_view text, Scratch::Impl& scratch, WordCache* cache,
                               Ids& ids) const {
    WordSink sink(pieces, scratch.word, cache, ids);
    const auto words_of = [&](const Normalizer& rules, std::string_view part) {
        rules.run(part, scratch.marks, sink);
        sink.finish();
    };
    split(raw, text, ids, [&](std::string_view part) {
        if (normalized.empty()) return words_of(normalizer, part);
        split(normalized, normalizer.normalized(part), ids,
              [&](std::string_view rest) { words_of(splitter, rest); });
    });
}

std::span<const std::int32_t> Tokenizer::Impl::cut(const Ids& ids, std::size_t length) const {
    const std::span<const std::int32_t> all(ids);
    return definition.truncate_left ? all.last(length) : all.first(length);
}

void Tokenizer::Impl::assemble(const Template& pieces_of, std::span<const std::int32_t> first,
                               std::span<const std::int32_t> second, Encoding& out) const {
    out.ids.clear();
    out.first_segment = 0;
    for (const TemplatePiece& piece : pieces_of) {
        std::span<const std::int32_t> ids = piece.ids;
        if (piece.kind != TemplatePiece::Kind::special)
            ids = piece.kind == TemplatePiece::Kind::first ? first : second;
        out.ids.insert(out.ids.end(), ids.begin(), ids.end());
        if (piece.type == 0) out.first_segment += static_cast<std::int32_t>(ids.size());
    }
}

void Tokenizer::Impl::encode(std::string_view text, std::optional<std::string_view> pair,
                             std::int32_t max_length, Encoding& out, Scratch::Impl& scratch,
                             WordCache* cache) const {
    const Template& pieces_of = pair ? definition.templates.pair : definition.templates.single;
    const std::size_t specials = special_count(pieces_of);
    std::size_t room = std::numeric_limits<std::size_t>::max() / 2;
    if (max_length != 0) {
        if (max_length < 0 || static_cast<std::size_t>(max_length) < specials) {
            usage_error("max_length {} is too small: a {} has {} special tokens", max_length,
                        pair ? "pair" : "text", specials);
        }
        room = static_cast<std::size_t>(max_length) - specials;
    }
    scratch.word.prepare(definition.model.most_characters);
    scratch.first.clear();
    scratch.second.clear();
    tokenize(text, scratch, cache, scratch.first);
    if (pair) tokenize(*pair, scratch, cache, scratch.second);
    const PairLengths full{scratch.first.size(), scratch.second.size()};
    const PairLengths kept = pair ? longest_first(full, room) : PairLengths{std::min(full.first, room), 0};
    out.truncated = kept.first + kept.second < full.first + full.second;
    assemble(pieces_of, cut(scratch.first, kept.first), cut(scratch.second, kept.second), out);
}

Tokenizer::Tokenizer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Tokenizer::~Tokenizer() = default;
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;

Tokenizer Tokenizer::load(const std::map<std::string, std::string>& files, std::string_view origin,
                          const TokenizerOptions& options) {
    return Tokenizer(std::make_unique<Impl>(read_definition(files, std::string(origin)), options));
}

void Tokenizer::encode(std::string_view text, std::optional<std::string_view> pair, std::int32_t max_length,
                       Encoding& out) const {
    Scratch::Impl scratch;
    impl_->encode(text, pair, max_length, out, scratch, nullptr);
}

void Tokenizer::encode(std::string_view text, std::optional<std::string_view> pair, std::int32_t max_length,
                       Encoding& out, Scratch& scratch) const {
    Scratch::Impl& own = *scratch.impl_;
    if (own.owner != impl_->hash) own.cache.clear();
    own.owner = impl_->hash;
    impl_->encode(text, pair, max_length, out, own, &own.cache);
}

std::int32_t Tokenizer::vocabulary_size() const {
    return impl_->tokens.back().second + 1;
}

std::string_view Tokenizer::token(std::int32_t id) const {
    const auto found =
        std::lower_bound(impl_->tokens.begin(), impl_->tokens.end(), id,
                         [](const auto& entry, std::int32_t value) { return entry.second < value; });
    if (found == impl_->tokens.end() || found->second != id) return {};
    return found->first;
}

const SpecialTokens& Tokenizer::special() const {
    return impl_->definition.special;
}
std::uint64_t Tokenizer::fingerprint() const {
    return impl_->hash;
}
const std::vector<std::string>& Tokenizer::notes() const {
    return impl_->definition.notes;
}

}  // namespace remo::text
