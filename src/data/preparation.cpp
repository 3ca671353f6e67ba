#include "preparation.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include "file_hash.hpp"
#include "label_table.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "text_parcel.hpp"
#include "token_cache.hpp"

namespace remo::data {
namespace {

using Clock = std::chrono::steady_clock;

// What a rank tells of each row that it tokenised.
struct EncodedRows {
    static constexpr std::size_t facts_per_row = 3;
    std::vector<std::int32_t> tokens;
    std::vector<std::int32_t> facts;  // (rows, 3): length, tokens of the first segment, truncated
};

EncodedRows encode_parcel(std::span<const std::byte> parcel, std::size_t text_columns,
                          const text::Tokenizer& tokenizer, std::int32_t max_length) {
    EncodedRows rows;
    TextParcelReader texts(parcel, text_columns);
    std::string_view text;
    std::optional<std::string_view> pair;
    for (text::Encoding encoding; texts.next(text, pair);) {
        tokenizer.encode(text, pair, max_length, encoding);
        rows.tokens.insert(rows.tokens.end(), encoding.ids.begin(), encoding.ids.end());
        const auto length = static_cast<std::int32_t>(encoding.ids.size());
        rows.facts.insert(rows.facts.end(), {length, encoding.first_segment, encoding.truncated ? 1 : 0});
    }
    return rows;
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// Rank 0's part: reads rows, and writes what comes back.
class Source {
  public:
    Source(const std::filesystem::path& path, const text::Tokenizer& tokenizer, const DatasetOptions& options,
           const std::string& key, const std::filesystem::path& cache)
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

    [[nodiscard]] std::size_t text_columns() const { return data_.text_columns.size(); }
    [[nodiscard]] const RowReader& reader() const { return data_.reader; }
    [[nodiscard]] const DatasetStatistics& statistics() const { return index_.head.statistics; }

    // The next window of rows that have a text or may be empty; false at the end of the file.
    bool next() {
        rows_.columns.resize(text_columns());
        rows_.clear();
        while (rows_.rows() == 0) {
            if (!data_.reader.next(read_)) return false;
            for (std::size_t row = 0; row < read_.rows(); ++row) take(row);
        }
        return true;
    }

    [[nodiscard]] TextParcels parcels(int ranks) const { return pack_texts(rows_, text_columns(), ranks); }

    void append(const EncodedRows& encoded) {
        require(encoded.facts.size() == rows_.rows() * EncodedRows::facts_per_row,
                "tokenising lost or added rows");
        DatasetStatistics& figures = index_.head.statistics;
        for (std::size_t at = 0; at < encoded.facts.size(); at += EncodedRows::facts_per_row) {
            index_.lengths.push_back(encoded.facts[at]);
            index_.first_segments.push_back(encoded.facts[at + 1]);
            figures.truncated += encoded.facts[at + 2];
            figures.longest = std::max<std::int64_t>(figures.longest, encoded.facts[at]);
        }
        figures.samples += static_cast<std::int64_t>(rows_.rows());
        figures.tokens += static_cast<std::int64_t>(encoded.tokens.size());
        writer_.append(encoded.tokens, rows_.lines);
    }

    TokenCacheIndex finish() {
        if (index_.lengths.empty())
            usage_error("{}: there are no rows{}", index_.head.origin, skipped_note());
        labels_.finish(index_);
        index_.head.statistics.replaced_utf8 = data_.reader.replaced_utf8();
        writer_.publish(index_);
        return std::move(index_);
    }

  private:
    void take(std::size_t row) {
        const std::int64_t line = read_.lines[row];
        bool blank = true;
        for (std::size_t i = 0; i < text_columns(); ++i) blank = blank && is_blank(read_.columns[i][row]);
        if (blank && !keep_empty(line)) return;
        for (std::size_t i = 0; i < text_columns(); ++i) rows_.columns[i].push_back(read_.columns[i][row]);
        rows_.lines.push_back(line);
        labels_.add(data_.label_column.empty() ? std::string_view() : read_.columns.back()[row], line);
    }

    bool keep_empty(std::int64_t line) {
        TokenCacheHead& head = index_.head;
        if (options_.empty_text == EmptyText::error)
            usage_error("{}:{}: the text is empty (data.empty_text = \"keep\" or \"skip\" goes on)",
                        head.origin, line);
        ++head.statistics.empty;
        if (head.empty_lines.size() < 10) head.empty_lines.push_back(line);
        if (options_.empty_text == EmptyText::keep) return true;
        ++head.statistics.skipped;
        return false;
    }

    [[nodiscard]] std::string skipped_note() const {
        const std::int64_t skipped = index_.head.statistics.skipped;
        return skipped == 0 ? " below the header"
                            : fmt::format(" but {} with an empty text, which were skipped", skipped);
    }

    DatasetOptions options_;
    OpenData data_;
    LabelTable labels_;
    TokenCacheWriter writer_;
    RowBatch read_;
    RowBatch rows_;
    TokenCacheIndex index_;
};

// Tells how far it is, every five seconds.
class Meter {
  public:
    Meter(Log& log, std::string origin) : log_(log), origin_(std::move(origin)) {}
    void tell(const Source& source) {
        if (Clock::now() < next_) return;
        next_ = Clock::now() + std::chrono::seconds(5);
        const double share = static_cast<double>(source.reader().bytes_read()) /
                             static_cast<double>(std::max<std::uint64_t>(1, source.reader().file_bytes()));
        log_.info(fmt::format("{}: tokenised {:.0f} % ({} samples, {} tokens)", origin_, 100.0 * share,
                              source.statistics().samples, source.statistics().tokens));
    }

  private:
    Log& log_;
    std::string origin_;
    Clock::time_point next_ = Clock::now() + std::chrono::seconds(5);
};

EncodedRows gather(const comm::Communicator& communicator, const EncodedRows& mine) {
    return {communicator.gather(std::span<const std::int32_t>(mine.tokens), 0),
            communicator.gather(std::span<const std::int32_t>(mine.facts), 0)};
}

}  // namespace

std::string fingerprint_text(const text::Tokenizer& tokenizer) {
    return fmt::format("{:016x}", tokenizer.fingerprint());
}

std::string cache_key(const std::filesystem::path& path, const text::Tokenizer& tokenizer,
                      const DatasetOptions& options) {
    Hash hash;
    hash.add_text("remo-tokens 1");
    hash.add_text(fingerprint_text(tokenizer));
    hash.add_number(static_cast<std::int64_t>(format_of(path)));
    hash.add_number(options.max_length);
    hash.add_number(static_cast<std::int64_t>(options.text.size()));
    for (const std::string& column : options.text) hash.add_text(column);
    hash.add_text(options.label);
    hash.add_number(static_cast<std::int64_t>(options.invalid_utf8));
    hash.add_number(static_cast<std::int64_t>(options.empty_text));
    hash.add_file(path);
    return hash.hexadecimal();
}

OpenData open_data(const std::filesystem::path& path, const DatasetOptions& options) {
    OpenData data{RowReader(path, format_of(path), {options.invalid_utf8, options.window_bytes}),
                  options.text, ""};
    if (data.text_columns.empty())
        data.text_columns = {
            !data.reader.has_column("text") && data.reader.has_column("sentence") ? "sentence" : "text"};
    if (data.text_columns.size() > 2)
        usage_error("data.text: one or two columns are wanted, here are {}", data.text_columns.size());
    std::vector<ColumnRequest> columns;
    for (const std::string& column : data.text_columns) columns.push_back({column});
    if (options.labels_required || data.reader.has_column(options.label)) {
        data.label_column = options.label;
        columns.push_back({options.label, !options.labels_required, true});
    }
    data.reader.select(std::move(columns));
    return data;
}

TokenCacheIndex tokenise(const comm::Communicator& communicator, const std::filesystem::path& path,
                         const text::Tokenizer& tokenizer, const DatasetOptions& options,
                         const std::string& key, const std::filesystem::path& cache, Log& log) {
    std::optional<Source> source;
    bool more = false;
    EncodedRows encoded;
    Meter meter(log, path.string());
    comm::on_root(communicator, [&] {
        source.emplace(path, tokenizer, options, key, cache);
        more = source->next();
    });
    const auto text_columns = static_cast<std::size_t>(
        communicator.maximum<std::int64_t>(source ? static_cast<std::int64_t>(source->text_columns()) : 0));
    while (communicator.maximum<std::int64_t>(more ? 1 : 0) == 1) {
        const TextParcels parcels = source ? source->parcels(communicator.size()) : TextParcels{};
        const auto parcel =
            communicator.scatter(std::span<const std::byte>(parcels.bytes), parcels.counts, 0);
        const EncodedRows mine = comm::together(
            communicator, [&] { return encode_parcel(parcel, text_columns, tokenizer, options.max_length); });
        encoded = gather(communicator, mine);
        comm::on_root(communicator, [&] {
            source->append(encoded);
            meter.tell(*source);
            more = source->next();
        });
    }
    TokenCacheIndex index;
    comm::on_root(communicator, [&] { index = source->finish(); });
    return index;
}

}  // namespace remo::data
