#pragma once
// Rank 0's part of a preparation.
#include <filesystem>
#include <string>
#include <vector>

#include "label_table.hpp"
#include "preparation.hpp"
#include "text_parcel.hpp"
#include "token_cache.hpp"

namespace remo::data {

// What a rank tells of each row that it tokenised.
struct EncodedRows {
    static constexpr std::size_t facts_per_row = 3;
    std::vector<std::int32_t> tokens;
    std::vector<std::int32_t> facts;  // (rows, 3): length, tokens of the first segment, truncated
};

// Rank 0's part: reads rows, and writes what comes back.
class CacheBuilder {
  public:
    CacheBuilder(const std::filesystem::path& path, const text::Tokenizer& tokenizer,
                 const DatasetOptions& options, const std::string& key, const std::filesystem::path& cache);

    [[nodiscard]] std::size_t text_columns() const { return data_.text_columns.size(); }
    [[nodiscard]] const RowReader& reader() const { return data_.reader; }
    [[nodiscard]] const DatasetStatistics& statistics() const { return index_.head.statistics; }

    // The next window of rows that have a text or may be empty; false at the end of the file.
    bool next();

    [[nodiscard]] TextParcels parcels(int ranks) const { return pack_texts(rows_, text_columns(), ranks); }

    void append(const EncodedRows& encoded);
    TokenCacheIndex finish();

  private:
    void take(std::size_t row);
    bool keep_empty(std::int64_t line);
    [[nodiscard]] std::string skipped_note() const;
    DatasetOptions options_;
    OpenData data_;
    LabelTable labels_;
    TokenCacheWriter writer_;
    RowBatch read_;
    RowBatch rows_;
    TokenCacheIndex index_;
};

}  // namespace remo::data
