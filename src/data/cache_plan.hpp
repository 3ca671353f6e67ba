#pragma once
// What token cache a data file has, or is to get.
#include <filesystem>
#include <optional>
#include <string>

#include "remo/base/log.hpp"
#include "token_cache_index.hpp"

namespace remo::data {

struct CachePlan {
    std::string key;
    std::filesystem::path cache;
    std::optional<TokenCacheIndex> index;  // of a sound cache that is there already
};

// Rank 0. Error(usage) for mistakes in the data's header, and for a token cache, named as the data, that does not fit.
CachePlan plan_cache(const std::filesystem::path& path, const text::Tokenizer& tokenizer,
                     const DatasetOptions& options, const std::filesystem::path& cache_directory, Log& log);

// Warns of empty texts and replaced bytes.
void tell_findings(const TokenCacheHead& head, Log& log);

}  // namespace remo::data
