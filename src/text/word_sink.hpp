#pragma once
/// \file
/// Collects the characters of words and turns each finished word into token ids.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "utf8.hpp"
#include "word_cache.hpp"
#include "word_pieces.hpp"

namespace remo::text {

/// The word under way. Characters beyond the longest word that is looked up are counted, not kept.
class WordBuffer {
  public:
    /// \param most_characters  longest word in code points
    void prepare(std::size_t most_characters) {
        most_ = most_characters;
        bytes_.resize(4 * most_characters + WordKey::longest);
        clear();
    }
    void clear() { size_ = characters_ = 0; }
    void push(char byte) {
        if (characters_++ < most_) bytes_[size_++] = byte;
    }
    void push(char32_t code) {
        if (characters_++ < most_)
            size_ = static_cast<std::size_t>(encode_utf8(code, &bytes_[size_]) - bytes_.data());
    }
    [[nodiscard]] bool empty() const { return characters_ == 0; }
    [[nodiscard]] bool too_long() const { return characters_ > most_; }
    [[nodiscard]] const char* data() const { return bytes_.data(); }
    [[nodiscard]] std::size_t size() const { return size_; }

  private:
    std::vector<char> bytes_;
    std::size_t size_ = 0, characters_ = 0, most_ = 0;
};

class WordSink {
  public:
    /// \param cache  may be null
    WordSink(const WordPieces& pieces, WordBuffer& word, WordCache* cache, std::vector<std::int32_t>& ids)
        : pieces_(pieces), word_(word), cache_(cache), ids_(ids) {}

    void letter(char byte) { word_.push(byte); }
    void letter(char32_t code) { word_.push(code); }
    template <class Character>
    void space(Character) {
        finish();
    }
    template <class Character>
    void punctuation(Character character) {
        finish();
        word_.push(character);
        finish();
    }

    /// Ends the word under way; to be called at the end of a text.
    void finish() {
        if (word_.empty()) return;
        if (word_.too_long()) {
            ids_.push_back(pieces_.unknown_id());
        } else if (cache_ && word_.size() <= WordKey::longest) {
            look_up();
        } else {
            pieces_.append({word_.data(), word_.size()}, ids_);
        }
        word_.clear();
    }

  private:
    void look_up() {
        const WordKey key(word_.data(), word_.size());
        WordCache::Entry& entry = cache_->place(key);
        if (entry.holds(key)) {
            ids_.insert(ids_.end(), entry.ids.begin(), entry.ids.begin() + entry.count);
            return;
        }
        const std::size_t before = ids_.size();
        pieces_.append({word_.data(), word_.size()}, ids_);
        const std::size_t count = ids_.size() - before;
        if (count > WordCache::most_ids) return;
        entry = {key.low, key.high, {}, key.length, static_cast<std::uint8_t>(count)};
        std::copy_n(ids_.end() - static_cast<std::ptrdiff_t>(count), count, entry.ids.begin());
    }

    const WordPieces& pieces_;
    WordBuffer& word_;
    WordCache* cache_;
    std::vector<std::int32_t>& ids_;
};

}  // namespace remo::text
