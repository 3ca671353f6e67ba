#include "tokenizer_json.hpp"

namespace remo::text {
namespace {

constexpr std::size_t longest_word_limit = 1U << 20;

Vocabulary read_vocabulary(const JsonView& vocabulary) {
    vocabulary.require_object();
    Vocabulary tokens;
    tokens.reserve(vocabulary.value().size());
    for (const auto& [token, id] : vocabulary.value().items()) {
        const bool fits = id.is_number_unsigned() && id.get<std::uint64_t>() < 0x7FFFFFFF;
        // Only a mistake pays for the longer way with its message.
        tokens.emplace_back(token, fits ? id.get<std::int32_t>() : vocabulary.at(token).non_negative());
    }
    if (tokens.empty()) vocabulary.refuse("the vocabulary is empty");
    return tokens;
}

TemplatePiece special_piece(const JsonView& special, const JsonView& tokens) {
    TemplatePiece piece;
    const JsonView ids = tokens.at(special.at("id").string()).at("ids");
    for (std::size_t i = 0; i < ids.array_size(); ++i) piece.ids.push_back(ids.element(i).non_negative());
    piece.type = special.at("type_id").non_negative();
    return piece;
}

TemplatePiece sequence_piece(const JsonView& sequence) {
    TemplatePiece piece;
    const std::string& name = sequence.at("id").string();
    if (name != "A" && name != "B") sequence.at("id").refuse("a template knows the sequences A and B");
    piece.kind = name == "A" ? TemplatePiece::Kind::first : TemplatePiece::Kind::second;
    piece.type = sequence.at("type_id").non_negative();
    return piece;
}

Template read_template(const JsonView& pieces, const JsonView& tokens, int texts) {
    Template result;
    int found = 0;
    for (std::size_t i = 0; i < pieces.array_size(); ++i) {
        const JsonView piece = pieces.element(i);
        const auto special = piece.find("SpecialToken");
        result.push_back(special ? special_piece(*special, tokens) : sequence_piece(piece.at("Sequence")));
        found += special ? 0 : 1;
        const std::int32_t before = i == 0 ? 0 : result[i - 1].type;
        if (result[i].type > 1 || result[i].type < before) {
            piece.refuse("remo supports token types that rise from 0 to 1 within a sequence");
        }
    }
    if (found != texts) pieces.refuse(fmt::format("{} text(s) are expected in it, not {}", texts, found));
    return result;
}

std::int32_t id_of_pair(const JsonView& pair) {
    if (pair.array_size() != 2) pair.refuse("a token and its id are expected");
    return pair.element(1).non_negative();
}

}  // namespace

WordPieceModel read_word_piece_model(const JsonView& file) {
    const JsonView model = file.at("model");
    if (const auto type = model.find("type"); type && type->string() != "WordPiece") {
        type->refuse(
            fmt::format("\"{}\" is not supported; remo knows WordPiece (BERT, DistilBERT)", type->string()));
    }
    WordPieceModel result;
    result.tokens = read_vocabulary(model.at("vocab"));
    result.unknown = model.at("unk_token").string();
    result.prefix = model.string_or("continuing_subword_prefix", "##");
    if (const auto longest = model.find("max_input_chars_per_word")) {
        result.most_characters = static_cast<std::size_t>(longest->non_negative());
        if (result.most_characters > longest_word_limit) longest->refuse("at most 1048576 is supported");
    }
    return result;
}

std::optional<NormalizerOptions> read_normalizer(const JsonView& file) {
    const auto normalizer = file.find("normalizer");
    if (!normalizer) return std::nullopt;
    const std::string& type = normalizer->at("type").string();
    if (type != "BertNormalizer") {
        normalizer->at("type").refuse(
            fmt::format("\"{}\" is not supported; remo knows BertNormalizer", type));
    }
    NormalizerOptions options;
    options.clean_text = normalizer->at("clean_text").boolean();
    options.handle_chinese_chars = normalizer->at("handle_chinese_chars").boolean();
    options.lowercase = normalizer->at("lowercase").boolean();
    options.strip_accents = normalizer->boolean_or("strip_accents", options.lowercase);
    return options;
}

void require_bert_pre_tokenizer(const JsonView& file) {
    const auto pre_tokenizer = file.find("pre_tokenizer");
    if (!pre_tokenizer)
        usage_error("{}: key `pre_tokenizer` is missing; remo knows BertPreTokenizer", file.file());
    const JsonView type = pre_tokenizer->at("type");
    if (type.string() != "BertPreTokenizer") {
        type.refuse(fmt::format("\"{}\" is not supported; remo knows BertPreTokenizer", type.string()));
    }
}

AddedToken read_added_token(const JsonView& token, bool special) {
    AddedToken result;
    result.special = special;
    result.normalized = !special;
    if (token.value().is_string()) {
        result.content = token.string();
        return result;
    }
    result.content = token.at("content").string();
    result.special = token.boolean_or("special", special);
    result.normalized = token.boolean_or("normalized", !result.special);
    result.single_word = token.boolean_or("single_word", false);
    result.lstrip = token.boolean_or("lstrip", false);
    result.rstrip = token.boolean_or("rstrip", false);
    return result;
}

std::vector<AddedToken> read_added_tokens(const JsonView& file) {
    std::vector<AddedToken> result;
    const auto tokens = file.find("added_tokens");
    if (!tokens) return result;
    for (std::size_t i = 0; i < tokens->array_size(); ++i) {
        result.push_back(read_added_token(tokens->element(i), false));
        result.back().id = tokens->element(i).at("id").non_negative();
    }
    return result;
}

Templates read_templates(const JsonView& file) {
    const auto processor = file.find("post_processor");
    if (!processor) {
        using Kind = TemplatePiece::Kind;
        return {{{Kind::first, {}, 0}}, {{Kind::first, {}, 0}, {Kind::second, {}, 1}}};
    }
    const std::string& type = processor->at("type").string();
    if (type == "BertProcessing")
        return bert_templates(id_of_pair(processor->at("cls")), id_of_pair(processor->at("sep")));
    if (type != "TemplateProcessing") {
        processor->at("type").refuse(
            fmt::format("\"{}\" is not supported; remo knows TemplateProcessing and BertProcessing", type));
    }
    const JsonView tokens = processor->at("special_tokens");
    return {read_template(processor->at("single"), tokens, 1),
            read_template(processor->at("pair"), tokens, 2)};
}

}  // namespace remo::text
