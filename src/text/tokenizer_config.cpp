#include "tokenizer_config.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "tokenizer_json.hpp"

namespace remo::text {
namespace {

constexpr std::array<std::string_view, 7> known_names{"bos_token", "eos_token", "unk_token", "sep_token",
                                                      "pad_token", "cls_token", "mask_token"};

bool is_known_name(std::string_view key) {
    return std::find(known_names.begin(), known_names.end(), key) != known_names.end();
}

void read_class(const JsonView& file, TokenizerConfig& config) {
    const auto name = file.find("tokenizer_class");
    if (!name) return;
    std::string_view text = name->string();
    if (text == "PreTrainedTokenizerFast" || text == "TokenizersBackend") {
        config.bert = false;
        return;
    }
    if (text.ends_with("Fast")) text.remove_suffix(4);
    if (text != "BertTokenizer" && text != "DistilBertTokenizer" && text != "ElectraTokenizer") {
        name->refuse(
            fmt::format("\"{}\" is not supported; remo knows BertTokenizer, DistilBertTokenizer, "
                        "ElectraTokenizer, TokenizersBackend and PreTrainedTokenizerFast",
                        name->string()));
    }
}

void read_options(const JsonView& file, TokenizerConfig& config) {
    config.do_lower_case = file.boolean_or("do_lower_case", true);
    config.tokenize_chinese_chars = file.boolean_or("tokenize_chinese_chars", true);
    config.strip_accents = file.boolean_or("strip_accents", config.do_lower_case);
    config.split_special_tokens = file.boolean_or("split_special_tokens", false);
    const std::string side = file.string_or("truncation_side", "right");
    if (side != "left" && side != "right")
        file.at("truncation_side").refuse("\"left\" or \"right\" is expected");
    config.truncate_left = side == "left";
}

/// The list under `key`, as special tokens.
void read_extra(const JsonView& file, const std::string& key, TokenizerConfig& config) {
    const auto tokens = file.find(key);
    if (!tokens) return;
    if (tokens->value().is_object()) {
        for (const auto& item : tokens->value().items()) {
            config.extra.push_back(read_added_token(tokens->at(item.key()), true));
        }
        return;
    }
    for (std::size_t i = 0; i < tokens->array_size(); ++i) {
        config.extra.push_back(read_added_token(tokens->element(i), true));
    }
}

void read_named(const JsonView& file, TokenizerConfig& config) {
    for (const auto& item : file.value().items()) {
        const std::string& key = item.key();
        if (is_known_name(key)) {
            config.named.erase(key);
            if (!item.value().is_null()) config.named[key] = read_added_token(file.at(key), true);
        } else if (key.ends_with("_token") &&
                   (item.value().is_string() || item.value().contains("content"))) {
            config.extra.push_back(read_added_token(file.at(key), true));
        }
    }
    const auto extra = file.find("extra_special_tokens");
    read_extra(file, extra && !extra->value().empty() ? "extra_special_tokens" : "additional_special_tokens",
               config);
}

std::int32_t id_from_key(const JsonView& decoder, const std::string& key) {
    std::int32_t id = -1;
    const auto result = std::from_chars(key.data(), key.data() + key.size(), id);
    if (result.ec != std::errc() || result.ptr != key.data() + key.size() || id < 0) {
        decoder.refuse(fmt::format("\"{}\" is no token id", key));
    }
    return id;
}

void sort_by_id(std::vector<AddedToken>& tokens) {
    std::stable_sort(tokens.begin(), tokens.end(),
                     [](const AddedToken& a, const AddedToken& b) { return a.id < b.id; });
}

void read_decoder(const JsonView& file, TokenizerConfig& config) {
    const auto decoder = file.find("added_tokens_decoder");
    if (!decoder) return;
    config.lists_added_tokens = true;
    decoder->require_object();
    for (const auto& item : decoder->value().items()) {
        config.added.push_back(read_added_token(decoder->at(item.key()), false));
        config.added.back().id = id_from_key(*decoder, item.key());
    }
    sort_by_id(config.added);
}

bool is_special(const TokenizerConfig& config, const std::string& content) {
    const auto same = [&](const AddedToken& token) { return token.content == content; };
    return std::any_of(config.named.begin(), config.named.end(),
                       [&](const auto& entry) { return same(entry.second); }) ||
           std::any_of(config.extra.begin(), config.extra.end(), same);
}

void read_added_tokens_file(const JsonView& file, TokenizerConfig& config) {
    file.require_object();
    for (const auto& item : file.value().items()) {
        AddedToken token;
        token.content = item.key();
        token.id = file.at(item.key()).non_negative();
        token.special = is_special(config, token.content);
        token.normalized = !token.special;
        config.added.push_back(std::move(token));
    }
    sort_by_id(config.added);
}

/// Calls use(view) with a file's JSON object if there is such a file.
template <class Use>
void with_file(const TextFiles& files, const std::string& origin, const std::string& name, const Use& use) {
    const auto found = files.find(name);
    if (found == files.end()) return;
    const Json json = parse_json(found->second, origin + "/" + name);
    const JsonView file(json, origin + "/" + name, "");
    file.require_object();
    use(file);
}

/// What the BERT class has when nothing else is said.
void name_bert_tokens(TokenizerConfig& config) {
    const auto special = [](const char* content) { return AddedToken{.content = content, .special = true}; };
    config.named = {{"unk_token", special("[UNK]")},
                    {"sep_token", special("[SEP]")},
                    {"pad_token", special("[PAD]")},
                    {"cls_token", special("[CLS]")},
                    {"mask_token", special("[MASK]")}};
}

}  // namespace

TokenizerConfig read_tokenizer_config(const TextFiles& files, const std::string& origin) {
    TokenizerConfig config;
    name_bert_tokens(config);
    with_file(files, origin, "tokenizer_config.json", [&](const JsonView& file) {
        read_class(file, config);
        if (!config.bert) config.named.clear();
        read_options(file, config);
        read_named(file, config);
        read_decoder(file, config);
    });
    if (config.lists_added_tokens) return config;
    with_file(files, origin, "special_tokens_map.json",
              [&](const JsonView& file) { read_named(file, config); });
    with_file(files, origin, "added_tokens.json",
              [&](const JsonView& file) { read_added_tokens_file(file, config); });
    return config;
}

}  // namespace remo::text
