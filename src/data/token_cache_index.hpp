#pragma once
// What of a token cache all ranks know.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "remo/comm/communicator.hpp"
#include "remo/data/token_dataset.hpp"

namespace remo::data {

// The cache's attributes.
struct TokenCacheHead {
    std::string key;          // hash of data, tokenizer and options, in hexadecimal
    std::string origin;       // the data file, as it was named
    std::string fingerprint;  // of the tokenizer, in hexadecimal
    std::int64_t max_length = 0;
    std::vector<std::string> text_columns;
    std::string label_column;  // empty: the file has none
    std::vector<std::string> label_names;
    std::vector<std::int64_t> label_lines;  // the line where each label first stands
    std::vector<std::int64_t> empty_lines;  // the first lines with an empty text
    std::int64_t unlabelled_line = 0;       // the first unlabelled row
    DatasetStatistics statistics;
};

// Calls action(name, value) for every entry: the one list that JSON and HDF5 go by.
template <class Head, class Action>
void each_entry(Head& head, Action&& action) {
    action("key", head.key);
    action("origin", head.origin);
    action("tokenizer_fingerprint", head.fingerprint);
    action("max_length", head.max_length);
    action("text_columns", head.text_columns);
    action("label_column", head.label_column);
    action("label_names", head.label_names);
    action("label_lines", head.label_lines);
    action("empty_lines", head.empty_lines);
    action("unlabelled_line", head.unlabelled_line);
    action("samples", head.statistics.samples);
    action("tokens_in_all", head.statistics.tokens);
    action("longest", head.statistics.longest);
    action("truncated", head.statistics.truncated);
    action("empty", head.statistics.empty);
    action("skipped", head.statistics.skipped);
    action("replaced_utf8", head.statistics.replaced_utf8);
    action("unlabelled", head.statistics.unlabelled);
}

struct TokenCacheIndex {
    TokenCacheHead head;
    std::vector<std::int32_t> lengths;
    std::vector<std::int32_t> first_segments;
    std::vector<std::int32_t> labels;
};

std::string head_to_json(const TokenCacheHead& head);
TokenCacheHead head_from_json(std::string_view json, std::string_view origin);

// Collective: all ranks get rank 0's index.
void share_index(const comm::Communicator& communicator, TokenCacheIndex& index);

}  // namespace remo::data
