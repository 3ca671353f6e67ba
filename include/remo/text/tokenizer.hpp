#pragma once
/// \file
/// Text to token ids, exactly as the reference (the Rust `tokenizers` library behind AutoTokenizer) gives them.
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace remo::text {

/// One text or pair as token ids with its special tokens.
struct Encoding {
    std::vector<std::int32_t> ids;
    std::int32_t first_segment = 0;  ///< tokens with type id 0 (the rest have 1)
    bool truncated = false;
};

struct TokenizerOptions {
    bool parse_special_tokens =
        false;  ///< true: "[SEP]" in a text becomes the special token, as in the reference
};

struct SpecialTokens {
    std::int32_t unk = -1, cls = -1, sep = -1, pad = -1, mask = -1;
};

/// Buffers and a cache of words for repeated calls of `encode`; one a thread. May serve several tokenizers in turn.
class Scratch {
  public:
    Scratch();
    ~Scratch();
    Scratch(Scratch&&) noexcept;
    Scratch& operator=(Scratch&&) noexcept;

  private:
    friend class Tokenizer;
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Thread-safe after construction. `encode` keeps no state but the scratch that it is given.
class Tokenizer {
  public:
    /// From the texts of tokenizer files by name (tokenizer.json, tokenizer_config.json, vocab.txt); precedence in that
    /// order, except that BERT's lower-casing comes from tokenizer_config.json. Error(usage) names what is missing or not supported.
    /// \param origin  for messages
    static Tokenizer load(const std::map<std::string, std::string>& files, std::string_view origin,
                          const TokenizerOptions& options = {});
    ~Tokenizer();
    Tokenizer(Tokenizer&&) noexcept;
    Tokenizer& operator=(Tokenizer&&) noexcept;

    /// Encodes a text or pair, truncated longest-first to `max_length` tokens in all (0: not truncated). An empty second text
    /// still makes a pair. Invalid UTF-8 reads as U+FFFD. Error(usage) when `max_length` leaves no room for the special tokens.
    void encode(std::string_view text, std::optional<std::string_view> pair, std::int32_t max_length,
                Encoding& out) const;
    /// The same, several times faster over many texts.
    void encode(std::string_view text, std::optional<std::string_view> pair, std::int32_t max_length,
                Encoding& out, Scratch& scratch) const;

    [[nodiscard]] std::int32_t vocabulary_size() const;           ///< highest id + 1, added tokens included
    [[nodiscard]] std::string_view token(std::int32_t id) const;  ///< empty for an id that no token has
    [[nodiscard]] const SpecialTokens& special() const;
    /// A hash of all that decides about ids, for cache keys.
    [[nodiscard]] std::uint64_t fingerprint() const;
    /// What a user should know: contradictions between the files, for instance. Empty mostly.
    [[nodiscard]] const std::vector<std::string>& notes() const;

  private:
    struct Impl;
    explicit Tokenizer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace remo::text
