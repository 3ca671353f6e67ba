#pragma once
// Tokenising a data file into a token cache, by all ranks together.
#include <filesystem>

#include "remo/base/log.hpp"
#include "remo/comm/communicator.hpp"
#include "token_cache_index.hpp"

namespace remo::data {

// Rank 0: the key under which the data file's tokens are cached.
std::string cache_key(const std::filesystem::path& path, const text::Tokenizer& tokenizer,
                      const DatasetOptions& options);
std::string fingerprint_text(const text::Tokenizer& tokenizer);

// A reader that has selected the text columns and, last, the label column. Error(usage) says what is missing.
struct OpenData {
    RowReader reader;
    std::vector<std::string> text_columns;
    std::string label_column;  // empty: the file has none
};
OpenData open_data(const std::filesystem::path& path, const DatasetOptions& options);

// Collective: rank 0 reads and scatters text, all tokenise, rank 0 writes `cache` and returns its index (others: empty).
TokenCacheIndex tokenise(const comm::Communicator& communicator, const std::filesystem::path& path,
                         const text::Tokenizer& tokenizer, const DatasetOptions& options,
                         const std::string& key, const std::filesystem::path& cache, Log& log);

}  // namespace remo::data
