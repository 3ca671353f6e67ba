#pragma once
/// \file
/// A data set as token ids: an HDF5 token cache on disk, with its index (lengths, labels) in memory.
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "remo/base/log.hpp"
#include "remo/comm/communicator.hpp"
#include "remo/data/row_reader.hpp"
#include "remo/text/tokenizer.hpp"

namespace remo::data {

enum class EmptyText { keep, skip, error };

/// What decides about the samples of a file, and so about the cache's key.
struct DatasetOptions {
    std::vector<std::string> text;  ///< text columns, one or two; empty: "text", else "sentence"
    std::string label = "label";    ///< label column
    bool labels_required = true;    ///< false: the column may be absent (predict)
    std::int32_t max_length = 128;  ///< tokens, specials included
    InvalidUtf8 invalid_utf8 = InvalidUtf8::error;
    EmptyText empty_text = EmptyText::keep;           ///< for rows whose texts hold nothing but white space
    std::size_t window_bytes = std::size_t{4} << 20;  ///< text handed out at a time; not part of the key
    /// Asked on every rank between windows (given on all or none); when one says true, all throw AgreedError(stopped).
    std::function<bool()> stop_requested;
};

/// Facts of the preparation, told to the user and stored in the cache.
struct DatasetStatistics {
    std::int64_t samples = 0;
    std::int64_t tokens = 0;
    std::int64_t longest = 0;
    std::int64_t truncated = 0;
    std::int64_t empty = 0;          ///< rows with an empty text, kept or skipped
    std::int64_t skipped = 0;        ///< those of them that were skipped
    std::int64_t replaced_utf8 = 0;  ///< U+FFFD put in for invalid UTF-8
    std::int64_t unlabelled = 0;     ///< label "", "-1" or JSON null, or no label column
};

/// An open token cache. Index on every rank; tokens are read by slices.
class TokenDataset {
  public:
    /// Collective: opens `path` (.h5 token cache), or tokenises it into `cache_directory` unless a cache of the same key is
    /// there. Rank 0 reads text and scatters windows of it, all ranks tokenise, rank 0 writes. Progress goes to `log`.
    static TokenDataset prepare(const comm::Communicator& communicator, const std::filesystem::path& path,
                                const text::Tokenizer& tokenizer, const DatasetOptions& options,
                                const std::filesystem::path& cache_directory, Log& log);
    ~TokenDataset();
    TokenDataset(TokenDataset&&) noexcept;
    TokenDataset& operator=(TokenDataset&&) noexcept;

    [[nodiscard]] std::int64_t size() const;
    [[nodiscard]] std::span<const std::int32_t> lengths() const;         ///< (samples) tokens
    [[nodiscard]] std::span<const std::int32_t> first_segments() const;  ///< (samples) tokens of type 0
    [[nodiscard]] std::span<const std::int32_t> labels() const;  ///< (samples) class index or `unlabelled`
    /// The label texts by index as the file has them: natural order ("2" before "10"). `map_labels` replaces indices.
    [[nodiscard]] const std::vector<std::string>& label_names() const;
    /// Re-numbers labels to those of `names` (the model's id2label or the training set's). Integer labels map onto default
    /// names (LABEL_i) by index when `names_are_default`. Error(usage) names a label that is not among them, with its line.
    /// No communication: every rank makes the same call and throws the same AgreedError.
    void map_labels(std::span<const std::string> names, bool names_are_default);
    /// Error(usage) naming the first unlabelled row unless every sample has a label; as `map_labels`.
    void require_labels() const;

    [[nodiscard]] const DatasetStatistics& statistics() const;
    /// "6920 samples, 172342 tokens, longest 66, 12 truncated to 64 tokens (0.17 %)", for people.
    [[nodiscard]] std::string summary() const;
    [[nodiscard]] const std::vector<std::string>& text_columns() const;  ///< the columns that were tokenised
    [[nodiscard]] const std::string& label_column() const;               ///< empty: the file has none
    [[nodiscard]] std::filesystem::path cache_path() const;
    [[nodiscard]] std::string origin() const;  ///< the data file, for messages
    [[nodiscard]] bool reused() const;         ///< the cache was there already
    /// Tokens of samples [begin, end), laid end to end. Any rank may call it (the cache is opened on first use).
    void read_tokens(std::int64_t begin, std::int64_t end, std::vector<std::int32_t>& out) const;
    /// Tokens of the samples in the order given, laid end to end. Each block of the file is read once and its checksum checked.
    void read_samples(std::span<const std::int64_t> samples, std::vector<std::int32_t>& out) const;

  private:
    struct Impl;
    explicit TokenDataset(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace remo::data
