#pragma once
// A tokenizer of a few words, and a data set made with it.
#include <string>
#include <vector>

#include "remo/data/token_dataset.hpp"
#include "remo/text/tokenizer.hpp"

namespace remo::test {

inline text::Tokenizer small_tokenizer(const std::string& more_words = "") {
    std::string vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
    for (char c = 'a'; c <= 'z'; ++c) vocabulary += std::string(1, c) + "\n##" + std::string(1, c) + "\n";
    for (const char* word : {"the", "oar", "boat", "water", "row", "fast", "slow", "good", "bad", ".", "!"})
        vocabulary += std::string(word) + "\n";
    const std::string configuration = R"({"tokenizer_class": "BertTokenizer", "do_lower_case": true})";
    return text::Tokenizer::load(
        {{"vocab.txt", vocabulary + more_words}, {"tokenizer_config.json", configuration}}, "test tokenizer");
}

// The ids of each sample.
inline std::vector<std::vector<std::int32_t>> ids_of(const data::TokenDataset& dataset) {
    std::vector<std::vector<std::int32_t>> ids(static_cast<std::size_t>(dataset.size()));
    for (std::int64_t i = 0; i < dataset.size(); ++i)
        dataset.read_tokens(i, i + 1, ids[static_cast<std::size_t>(i)]);
    return ids;
}

// Rows of several lengths, from a fixed rule.
inline std::string generated_tsv(int rows) {
    static const char* const words[] = {"the",  "oar",  "boat", "water", "row",
                                        "fast", "slow", "good", "bad",   "remo"};
    std::string text = "sentence\tlabel\n";
    for (int row = 0; row < rows; ++row) {
        const int count = 1 + row * 7 % 23;
        for (int i = 0; i < count; ++i) text += std::string(i ? " " : "") + words[(row * 31 + i * i) % 10];
        text += "\t" + std::string(row % 3 == 0 ? "bad" : "good") + "\n";
    }
    return text;
}

}  // namespace remo::test
