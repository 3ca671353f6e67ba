// Damaged tokenizer files are refused in a sentence that names file and key.
#include <boost/test/unit_test.hpp>
#include <functional>
#include <nlohmann/json.hpp>

#include "remo/base/error.hpp"
#include "remo/text/tokenizer.hpp"

using nlohmann::json;
using remo::text::Tokenizer;
using Files = std::map<std::string, std::string>;

namespace {

json sound() {
    return json::parse(R"({
        "version": "1.0", "truncation": null, "padding": null,
        "added_tokens": [{"id": 2, "content": "[CLS]", "single_word": false, "lstrip": false, "rstrip": false,
                          "normalized": false, "special": true}],
        "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
                       "strip_accents": null, "lowercase": true},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
            "pair": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                     {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [2], "tokens": ["[CLS]"]}}},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100,
                  "vocab": {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "[MASK]": 4, "a": 5, "##b": 6}}})");
}

std::string message_of(const Files& files) {
    try {
        Tokenizer::load(files, "dir");
    } catch (const remo::Error& error) {
        BOOST_TEST((error.status() == remo::ExitStatus::usage));
        return error.what();
    }
    return "";
}

void refused(const Files& files, const std::string& file, const std::string& key) {
    const std::string message = message_of(files), place = file.empty() ? "dir" : "dir/" + file;
    BOOST_TEST(message.find(place) != std::string::npos, "\"" << message << "\" names no " << place);
    BOOST_TEST(message.find(key) != std::string::npos, "\"" << message << "\" names no " << key);
}

struct Damage {
    const char* pointer;
    json value;
    const char* key;  ///< what the message names
};

const std::vector<Damage> damages{
    {"/model", nullptr, "model"},
    {"/model", "WordPiece", "model"},
    {"/model/type", "BPE", "model.type"},
    {"/model/type", 7, "model.type"},
    {"/model/vocab", nullptr, "model.vocab"},
    {"/model/vocab", json::array({"a", "b"}), "model.vocab"},
    {"/model/vocab", json::object(), "model.vocab"},
    {"/model/vocab/a", -5, "model.vocab.a"},
    {"/model/vocab/a", 5.5, "model.vocab.a"},
    {"/model/vocab/a", "5", "model.vocab.a"},
    {"/model/vocab/a", 2147483647, "model.vocab.a"},
    {"/model/vocab/a", 4294967296, "model.vocab.a"},
    {"/model/vocab/a", nullptr, "model.vocab.a"},
    {"/model/unk_token", nullptr, "model.unk_token"},
    {"/model/unk_token", 1, "model.unk_token"},
    {"/model/continuing_subword_prefix", 3, "model.continuing_subword_prefix"},
    {"/model/max_input_chars_per_word", -1, "model.max_input_chars_per_word"},
    {"/model/max_input_chars_per_word", "many", "model.max_input_chars_per_word"},
    {"/model/max_input_chars_per_word", 2000000000, "model.max_input_chars_per_word"},
    {"/added_tokens", 3, "added_tokens"},
    {"/added_tokens/0", 3, "added_tokens[0]"},
    {"/added_tokens/0/id", nullptr, "added_tokens[0].id"},
    {"/added_tokens/0/id", -1, "added_tokens[0].id"},
    {"/added_tokens/0/content", 4, "added_tokens[0].content"},
    {"/added_tokens/0/lstrip", "yes", "added_tokens[0].lstrip"},
    {"/added_tokens/0/special", 1, "added_tokens[0].special"},
    {"/normalizer", 1, "normalizer"},
    {"/normalizer/type", "NFKC", "normalizer.type"},
    {"/normalizer/lowercase", "true", "normalizer.lowercase"},
    {"/normalizer/clean_text", nullptr, "normalizer.clean_text"},
    {"/normalizer/strip_accents", 0, "normalizer.strip_accents"},
    {"/pre_tokenizer", nullptr, "pre_tokenizer"},
    {"/pre_tokenizer/type", "Whitespace", "pre_tokenizer.type"},
    {"/post_processor/type", "RobertaProcessing", "post_processor.type"},
    {"/post_processor/single", json::array(), "post_processor.single"},
    {"/post_processor/single/0", json::object(), "post_processor.single[0]"},
    {"/post_processor/single/1/Sequence/id", "C", "post_processor.single[1].Sequence.id"},
    {"/post_processor/pair/2/Sequence/type_id", 2, "post_processor.pair[2]"},
    {"/post_processor/pair/1/Sequence/type_id", "x", "post_processor.pair[1].Sequence.type_id"},
    {"/post_processor/special_tokens/[CLS]/ids", 2, "post_processor.special_tokens.[CLS].ids"},
    {"/post_processor/special_tokens/[CLS]", nullptr, "post_processor.special_tokens.[CLS]"},
};

const std::vector<std::pair<const char*, const char*>> bad_configs{
    {R"([])", "object"},
    {R"({"tokenizer_class": "GPT2Tokenizer"})", "tokenizer_class"},
    {R"({"tokenizer_class": 3})", "tokenizer_class"},
    {R"({"do_lower_case": "no"})", "do_lower_case"},
    {R"({"strip_accents": "no"})", "strip_accents"},
    {R"({"tokenize_chinese_chars": 1})", "tokenize_chinese_chars"},
    {R"({"truncation_side": "top"})", "truncation_side"},
    {R"({"cls_token": null})", "cls_token"},
    {R"({"sep_token": null})", "sep_token"},
    {R"({"unk_token": null})", "unk_token"},
    {R"({"cls_token": 7})", "cls_token"},
    {R"({"added_tokens_decoder": [1]})", "added_tokens_decoder"},
    {R"({"added_tokens_decoder": {"x": {"content": "y"}}})", "added_tokens_decoder"},
    {R"({"added_tokens_decoder": {"1": {"special": true}}})", "added_tokens_decoder.1.content"},
    {R"({"additional_special_tokens": 5})", "additional_special_tokens"},
    {R"({"extra_special_tokens": [5]})", "extra_special_tokens[0]"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(damaged_files)

BOOST_AUTO_TEST_CASE(the_sound_file_loads) {
    BOOST_TEST(message_of({{"tokenizer.json", sound().dump()}}) == "");
}

BOOST_AUTO_TEST_CASE(wrong_values_are_named) {
    for (const Damage& damage : damages) {
        json file = sound();
        file[json::json_pointer(damage.pointer)] = damage.value;
        BOOST_TEST_CONTEXT(damage.pointer << " = " << damage.value) {
            refused({{"tokenizer.json", file.dump()}}, "tokenizer.json", damage.key);
        }
    }
}

BOOST_AUTO_TEST_CASE(missing_keys_are_named) {
    for (const char* pointer :
         {"/model", "/model/vocab", "/model/unk_token", "/pre_tokenizer", "/added_tokens/0/content",
          "/added_tokens/0/id", "/normalizer/type", "/normalizer/lowercase", "/post_processor/single",
          "/post_processor/pair", "/post_processor/special_tokens", "/post_processor/type"}) {
        json file = sound();
        const json::json_pointer place(pointer);
        const std::string key = place.back();
        file[place.parent_pointer()].erase(key);
        BOOST_TEST_CONTEXT(pointer) {
            refused({{"tokenizer.json", file.dump()}}, "tokenizer.json", key);
        }
    }
}

BOOST_AUTO_TEST_CASE(wrong_configurations_are_named) {
    for (const auto& [text, key] : bad_configs) {
        BOOST_TEST_CONTEXT(text) {
            refused({{"tokenizer.json", sound().dump()}, {"tokenizer_config.json", text}},
                    "tokenizer_config.json", key);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_file_cut_anywhere_is_refused) {
    const std::string whole = sound().dump();
    for (std::size_t length = 0; length < whole.size(); length += 7) {
        BOOST_TEST_CONTEXT("cut at " << length) {
            refused({{"tokenizer.json", whole.substr(0, length)}}, "tokenizer.json", "tokenizer.json");
        }
    }
}

BOOST_AUTO_TEST_CASE(flipped_bytes_never_crash) {
    const std::string whole = sound().dump();
    for (std::size_t at = 0; at < whole.size(); at += 3) {
        for (const char byte : {'"', '\xFF', '9'}) {
            std::string damaged = whole;
            damaged[at] = byte;
            message_of({{"tokenizer.json", damaged}});  // refused, or another sound tokenizer
        }
    }
}

BOOST_AUTO_TEST_CASE(vocabularies_that_are_no_vocabularies) {
    refused({}, "", "neither");
    refused({{"vocab.txt", ""}}, "vocab.txt", "empty");
    refused({{"vocab.txt", "[UNK]\n\xFF\xFE\n"}}, "vocab.txt:2", "UTF-8");
    refused({{"vocab.txt", "[PAD]\na\n"}}, "", "[UNK]");
    refused(
        {{"vocab.txt", "[UNK]\n"}, {"tokenizer_config.json", R"({"tokenizer_class": "TokenizersBackend"})"}},
        "", "tokenizer.json");
}

BOOST_AUTO_TEST_SUITE_END()
