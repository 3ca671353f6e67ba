// Token ids against the reference's, for every model in tests/golden/tokenizer/cases (made by make.py there).
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "remo/text/tokenizer.hpp"

using nlohmann::json;
using remo::text::Encoding;
using remo::text::Scratch;
using remo::text::Tokenizer;

namespace {

const std::filesystem::path cases = std::filesystem::path(REMO_SOURCE_DIR) / "tests/golden/tokenizer/cases";

std::string read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    BOOST_REQUIRE_MESSAGE(file.good(), path << " can't be read");
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<json> read_lines(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    BOOST_REQUIRE_MESSAGE(file.good(), path << " can't be read");
    std::vector<json> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(json::parse(line));
    return lines;
}

std::map<std::string, std::string> files_of(const std::filesystem::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename();
        if (name.find("token") != std::string::npos || name == "vocab.txt") files[name] = read(entry.path());
    }
    return files;
}

struct Model {
    explicit Model(const std::string& name)
        : plain(Tokenizer::load(files_of(cases / name), name)),
          parsing(Tokenizer::load(files_of(cases / name), name, {.parse_special_tokens = true})) {}
    Tokenizer plain, parsing;
};

const std::vector<json>& texts() {
    static const std::vector<json> lines = read_lines(cases / "texts.jsonl");
    return lines;
}

std::string text_of(const json& number) {
    return texts().at(number.get<std::size_t>()).get<std::string>();
}

/// Compares one case; with and without a scratch must give the same.
void check(const Tokenizer& tokenizer, const json& entry, const std::string& key, Scratch& scratch) {
    const std::string text = text_of(entry.at("t"));
    const std::string second = entry.contains("p") ? text_of(entry.at("p")) : "";
    std::optional<std::string_view> pair;
    if (entry.contains("p")) pair = second;
    const auto length = entry.value("m", 0);
    Encoding out, without;
    tokenizer.encode(text, pair, length, out, scratch);
    tokenizer.encode(text, pair, length, without);
    const auto expected = entry.at(key).get<std::vector<std::int32_t>>();
    BOOST_TEST(out.ids == expected, boost::test_tools::per_element());
    BOOST_TEST(without.ids == out.ids, boost::test_tools::per_element());
    const bool by_type = pair && key == "ids";
    BOOST_TEST(out.first_segment == (by_type ? entry.at("first").get<int>()
                                     : pair  ? out.first_segment
                                             : int(expected.size())));
    Encoding whole;
    tokenizer.encode(text, pair, 0, whole, scratch);
    BOOST_TEST(out.truncated == (whole.ids.size() > out.ids.size()));
}

void check_model(const std::string& name) {
    const Model model(name);
    Scratch scratch;
    for (const json& entry : read_lines(cases / name / "expected.jsonl")) {
        BOOST_TEST_CONTEXT(name << ", case " << entry.dump().substr(0, 60) << ", text "
                                << json(text_of(entry.at("t"))).dump()) {
            check(model.plain, entry, "ids", scratch);
            check(model.parsing, entry, entry.contains("parsed") ? "parsed" : "ids", scratch);
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(golden)

BOOST_AUTO_TEST_CASE(there_are_enough_texts) {
    BOOST_TEST(texts().size() >= 2000);
}
BOOST_AUTO_TEST_CASE(uncased_from_vocab_txt_alone) {
    check_model("uncased");
}
BOOST_AUTO_TEST_CASE(cased) {
    check_model("cased");
}
BOOST_AUTO_TEST_CASE(cased_with_accents_stripped_and_blanks_behind_tokens) {
    check_model("cased_stripped");
}
BOOST_AUTO_TEST_CASE(uncased_with_accents_without_cjk) {
    check_model("uncased_accents");
}
BOOST_AUTO_TEST_CASE(files_that_contradict_each_other) {
    check_model("contradicting");
}
BOOST_AUTO_TEST_CASE(added_tokens_with_all_flags) {
    check_model("added");
}
BOOST_AUTO_TEST_CASE(added_tokens_decoder_and_named_tokens) {
    check_model("decoder");
}
BOOST_AUTO_TEST_CASE(tokenizer_json_taken_as_it_is) {
    check_model("backend");
}
BOOST_AUTO_TEST_CASE(no_normalizer) {
    check_model("unnormalized");
}

BOOST_AUTO_TEST_SUITE_END()
