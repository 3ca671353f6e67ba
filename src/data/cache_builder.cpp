#include "cache_builder.hpp"

#include <algorithm>

#include "remo/base/format.hpp"

namespace remo::data {
namespace {

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

CacheBuilder::CacheBuilder(const std::filesystem::path& path, const text::Tokenizer& tokenizer,
                           const DatasetOptions& options, const std::string& key,
                           const std::filesystem::path& cache)
    : options_(options),
      data_(open_data(path, options)),
      labels_(path.string(), data_.label_column),
      writer_(cache) {
    TokenCacheHead& head = index_.head;
    head.key = key;
    head.origin = path.string();
    head.fingerprint = fingerprint_text(tokenizer);
    head.max_length = options.max_length;
    head.text_columns = data_.text_columns;
    head.label_column = data_.label_column;
}

bool CacheBuilder::next() {
    rows_.columns.resize(text_columns());
    rows_.clear();
    while (rows_.rows() == 0) {
        if (!data_.reader.next(read_)) return false;
        for (std::size_t row = 0; row < read_.rows(); ++row) take(row);
    }
    return true;
}

void CacheBuilder::append(const EncodedRows& encoded) {
    require(encoded.facts.size() == rows_.rows() * EncodedRows::facts_per_row,
            "tokenising lost or added rows");
    DatasetStatistics& figures = index_.head.statistics;
    for (std::size_t at = 0; at < encoded.facts.size(); at += EncodedRows::facts_per_row) {
        if (encoded.facts[at] == 0)
            usage_error("{}:{}: no token is left of the text, and this tokenizer adds none; remove such rows",
                        index_.head.origin, rows_.lines[at / EncodedRows::facts_per_row]);
        index_.lengths.push_back(encoded.facts[at]);
        index_.first_segments.push_back(encoded.facts[at + 1]);
        figures.truncated += encoded.facts[at + 2];
        figures.longest = std::max<std::int64_t>(figures.longest, encoded.facts[at]);
    }
    figures.samples += static_cast<std::int64_t>(rows_.rows());
    figures.tokens += static_cast<std::int64_t>(encoded.tokens.size());
    writer_.append(encoded.tokens, rows_.lines);
}

TokenCacheIndex CacheBuilder::finish() {
    if (index_.lengths.empty()) usage_error("{}: there are no rows{}", index_.head.origin, skipped_note());
    labels_.finish(index_);
    index_.head.statistics.replaced_utf8 = data_.reader.replaced_utf8();
    writer_.publish(index_);
    return std::move(index_);
}

void CacheBuilder::take(std::size_t row) {
    const std::int64_t line = read_.lines[row];
    bool blank = true;
    for (std::size_t i = 0; i < text_columns(); ++i) blank = blank && is_blank(read_.columns[i][row]);
    if (blank && !keep_empty(line)) return;
    for (std::size_t i = 0; i < text_columns(); ++i) rows_.columns[i].push_back(read_.columns[i][row]);
    rows_.lines.push_back(line);
    labels_.add(data_.label_column.empty() ? std::string_view() : read_.columns.back()[row], line);
}

bool CacheBuilder::keep_empty(std::int64_t line) {
    TokenCacheHead& head = index_.head;
    if (options_.empty_text == EmptyText::error)
        usage_error("{}:{}: the text is empty (data.empty_text = \"keep\" or \"skip\" goes on)", head.origin,
                    line);
    ++head.statistics.empty;
    if (head.empty_lines.size() < 10) head.empty_lines.push_back(line);
    if (options_.empty_text == EmptyText::keep) return true;
    ++head.statistics.skipped;
    return false;
}

std::string CacheBuilder::skipped_note() const {
    const std::int64_t skipped = index_.head.statistics.skipped;
    return skipped == 0 ? " below the header"
                        : fmt::format(" but {} with an empty text, which were skipped", skipped);
}

}  // namespace remo::data
