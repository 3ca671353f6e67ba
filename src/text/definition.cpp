#include "definition.hpp"

#include <algorithm>
#include <optional>

#include "added_token_list.hpp"
#include "tokenizer_config.hpp"
#include "tokenizer_json.hpp"
#include "vocab_file.hpp"

namespace remo::text {
namespace {

constexpr const char* json_name = "tokenizer.json";
constexpr const char* vocab_name = "vocab.txt";

class Reader {
  public:
    Reader(const TextFiles& files, const std::string& origin) : files_(files), origin_(origin) {
        if (const auto found = files.find(json_name); found != files.end()) {
            json_ = parse_json(found->second, origin + "/" + json_name);
            view_.emplace(json_, origin + "/" + json_name, "");
            view_->require_object();
        }
    }

    Definition read() {
        config_ = read_tokenizer_config(files_, origin_);
        read_model();
        read_text_options();
        AddedTokenList list(ids_);
        add_tokens(list);
        name_special_tokens(list);
        result_.added = list.take();
        return std::move(result_);
    }

  private:
    void read_model() {
        if (view_) {
            result_.model = read_word_piece_model(*view_);
            ids_ = ids_of(result_.model.tokens);
            compare_with_vocab_file();
        } else if (const auto found = files_.find(vocab_name); found != files_.end() && config_.bert) {
            result_.model.tokens = read_vocab_file(found->second, origin_ + "/" + vocab_name);
            ids_ = ids_of(result_.model.tokens);
        } else if (config_.bert) {
            usage_error("{}: a tokenizer needs tokenizer.json or vocab.txt, and there is neither", origin_);
        } else {
            usage_error(
                "{}: tokenizer.json is missing, and tokenizer_config.json's `tokenizer_class` asks for it",
                origin_);
        }
    }

    void compare_with_vocab_file() {
        const auto found = files_.find(vocab_name);
        if (found == files_.end()) return;
        const Vocabulary other = read_vocab_file(found->second, origin_ + "/" + vocab_name);
        const auto known = [&](const auto& entry) {
            const auto own = ids_.find(entry.first);
            return own != ids_.end() && own->second == entry.second;
        };
        if (other.size() != ids_.size() || !std::all_of(other.begin(), other.end(), known)) {
            note("vocab.txt and tokenizer.json hold different vocabularies; tokenizer.json's counts");
        }
    }

    void read_text_options() {
        result_.truncate_left = config_.truncate_left;
        result_.split_special_tokens = config_.split_special_tokens;
        std::optional<NormalizerOptions> stored;
        if (view_) {
            stored = read_normalizer(*view_);
            require_bert_pre_tokenizer(*view_);
            result_.templates = read_templates(*view_);
        }
        result_.normalizer = stored.value_or(NormalizerOptions{false, false, false, false});
        if (config_.bert) use_bert_class(stored);
    }

    /// The BERT class takes the vocabulary alone from tokenizer.json.
    void use_bert_class(const std::optional<NormalizerOptions>& stored) {
        const NormalizerOptions own{true, config_.tokenize_chinese_chars, config_.strip_accents,
                                    config_.do_lower_case};
        if (stored) compare_options(own, *stored);
        const WordPieceModel standard;
        if (result_.model.prefix != standard.prefix ||
            result_.model.most_characters != standard.most_characters) {
            note(
                "tokenizer.json's continuing_subword_prefix and max_input_chars_per_word do not count: "
                "the BERT class has \"##\" and 100");
        }
        result_.normalizer = own;
        result_.model.prefix = standard.prefix;
        result_.model.most_characters = standard.most_characters;
        result_.model.unknown = named("unk_token").content;
    }

    void compare_options(const NormalizerOptions& own, const NormalizerOptions& stored) {
        const auto compare = [&](const char* name, bool counts, bool other) {
            if (counts == other) return;
            note(
                fmt::format("tokenizer.json's normalizer has {} {}, tokenizer_config.json (or its "
                            "default) makes it {}, "
                            "which counts",
                            name, other, counts));
        };
        compare("clean_text", own.clean_text, stored.clean_text);
        compare("handle_chinese_chars", own.handle_chinese_chars, stored.handle_chinese_chars);
        compare("strip_accents", own.strip_accents, stored.strip_accents);
        compare("lowercase", own.lowercase, stored.lowercase);
    }

    void add_tokens(AddedTokenList& list) {
        std::vector<AddedToken> stored = view_ ? read_added_tokens(*view_) : std::vector<AddedToken>{};
        if (!config_.bert) {
            for (const AddedToken& token : stored) list.add(token);
        }
        std::vector<AddedToken> tokens = config_.added;
        if (!config_.lists_added_tokens) tokens.insert(tokens.end(), stored.begin(), stored.end());
        std::stable_sort(tokens.begin(), tokens.end(),
                         [](const auto& a, const auto& b) { return a.id < b.id; });
        for (AddedToken& token : tokens) {
            token.special = token.special || is_named(token.content);
            list.add(token);
        }
        for (const char* name :
             {"bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"}) {
            const auto found = config_.named.find(name);
            if (found != config_.named.end()) list.add_missing(found->second);
        }
        for (const AddedToken& token : config_.extra) list.add_missing(token);
    }

    [[nodiscard]] bool is_named(const std::string& content) const {
        return std::any_of(config_.named.begin(), config_.named.end(),
                           [&](const auto& entry) { return entry.second.content == content; });
    }

    void name_special_tokens(const AddedTokenList& list) {
        const auto unknown = ids_.find(result_.model.unknown);
        if (unknown == ids_.end()) {
            usage_error("{}: the unknown token \"{}\" is not in the vocabulary", origin_,
                        result_.model.unknown);
        }
        const auto id = [&](const char* name) {
            const auto found = config_.named.find(name);
            return found == config_.named.end() ? -1 : list.id(found->second.content);
        };
        result_.special = {unknown->second, id("cls_token"), id("sep_token"), id("pad_token"),
                           id("mask_token")};
        if (!config_.bert) return;
        for (const char* name : {"cls_token", "sep_token"}) static_cast<void>(named(name));
        result_.templates = bert_templates(result_.special.cls, result_.special.sep);
    }

    [[nodiscard]] const AddedToken& named(const char* name) const {
        const auto found = config_.named.find(name);
        if (found == config_.named.end())
            usage_error("{}/tokenizer_config.json: key `{}`: it must not be null", origin_, name);
        return found->second;
    }

    void note(std::string text) { result_.notes.push_back(std::move(text)); }

    const TextFiles& files_;
    const std::string& origin_;
    Json json_;
    std::optional<JsonView> view_;
    TokenizerConfig config_;
    Definition result_;
    TokenIds ids_;  ///< of the vocabulary
};

}  // namespace

Definition read_definition(const std::map<std::string, std::string>& files, const std::string& origin) {
    return Reader(files, origin).read();
}

}  // namespace remo::text
