#include "cache_plan.hpp"

#include "preparation.hpp"
#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "token_cache.hpp"

namespace remo::data {
namespace {

void check_given_cache(const std::filesystem::path& path, const TokenCacheHead& head,
                       const text::Tokenizer& tokenizer, const DatasetOptions& options) {
    const auto refuse = [&](const std::string& why) {
        usage_error("{}: this token cache {}; give the data file instead, or prepare it again", path.string(),
                    why);
    };
    if (head.fingerprint != fingerprint_text(tokenizer))
        refuse("was made with another tokenizer than the model's");
    if (head.max_length != options.max_length)
        refuse(fmt::format("was made with max_length {}, not {}", head.max_length, options.max_length));
    if (!options.text.empty() && options.text != head.text_columns)
        refuse(fmt::format("holds the text of '{}', not of '{}'", fmt::join(head.text_columns, "', '"),
                           fmt::join(options.text, "', '")));
    if (options.labels_required && head.label_column.empty()) refuse("has no labels");
    if (options.labels_required && head.label_column != options.label)
        refuse(fmt::format("holds the labels of '{}', not of '{}'", head.label_column, options.label));
}

// Rank 0: an existing cache of this key, or none; one that can't be used is told.
std::optional<TokenCacheIndex> reuse(const std::filesystem::path& cache, const std::string& key, Log& log) {
    if (!std::filesystem::exists(cache)) return std::nullopt;
    try {
        TokenCacheIndex index = read_cache_index(cache);
        if (index.head.key == key) return index;
        log.warning(
            fmt::format("{}: this token cache belongs to other data; it is made again", cache.string()));
    } catch (const CacheDefect& defect) {
        log.warning(fmt::format("{}: {}; the token cache is made again", cache.string(), defect.reason));
    }
    return std::nullopt;
}

}  // namespace

CachePlan plan_cache(const std::filesystem::path& path, const text::Tokenizer& tokenizer,
                     const DatasetOptions& options, const std::filesystem::path& cache_directory, Log& log) {
    if (path.extension() == ".h5") {
        try {
            CachePlan plan{"", path, read_cache_index(path)};
            check_given_cache(path, plan.index->head, tokenizer, options);
            return plan;
        } catch (const CacheDefect& defect) {
            usage_error("{}: {}", path.string(), defect.reason);
        }
    }
    const OpenData data =
        open_data(path, options);  // mistakes in the header are told with a cache or without
    const std::string key = cache_key(path, tokenizer, options);
    remo::create_directories(cache_directory);
    const std::filesystem::path cache = cache_directory / fmt::format("{}-{}.h5", path.stem().string(), key);
    return {key, cache, reuse(cache, key, log)};
}

void tell_findings(const TokenCacheHead& head, Log& log) {
    const DatasetStatistics& figures = head.statistics;
    const bool several = figures.empty > 1;
    const bool more = figures.empty > static_cast<std::int64_t>(head.empty_lines.size());
    if (figures.empty > 0)
        log.warning(fmt::format("{}: {} {} an empty text{} (line{} {}{})", head.origin, figures.empty,
                                several ? "rows have" : "row has",
                                figures.skipped == 0 ? ""
                                : several            ? " and are skipped"
                                                     : " and is skipped",
                                several ? "s" : "", fmt::join(head.empty_lines, ", "), more ? ", …" : ""));
    if (figures.replaced_utf8 > 0)
        log.warning(fmt::format("{}: invalid UTF-8 was replaced by U+FFFD in {} place{}", head.origin,
                                figures.replaced_utf8, figures.replaced_utf8 > 1 ? "s" : ""));
}

}  // namespace remo::data
