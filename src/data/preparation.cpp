#include "preparation.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include "cache_builder.hpp"
#include "file_hash.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"

namespace remo::data {
namespace {

using Clock = std::chrono::steady_clock;

EncodedRows encode_parcel(std::span<const std::byte> parcel, std::size_t text_columns,
                          const text::Tokenizer& tokenizer, std::int32_t max_length) {
    EncodedRows rows;
    TextParcelReader texts(parcel, text_columns);
    std::string_view text;
    std::optional<std::string_view> pair;
    text::Scratch scratch;
    for (text::Encoding encoding; texts.next(text, pair);) {
        tokenizer.encode(text, pair, max_length, encoding, scratch);
        rows.tokens.insert(rows.tokens.end(), encoding.ids.begin(), encoding.ids.end());
        const auto length = static_cast<std::int32_t>(encoding.ids.size());
        rows.facts.insert(rows.facts.end(), {length, encoding.first_segment, encoding.truncated ? 1 : 0});
    }
    return rows;
}

// Tells how far it is, every five seconds.
class Meter {
  public:
    Meter(Log& log, std::string origin) : log_(log), origin_(std::move(origin)) {}
    void tell(const CacheBuilder& source) {
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

void stop_if_asked(const comm::Communicator& communicator, const DatasetOptions& options,
                   const std::filesystem::path& path) {
    if (!options.stop_requested) return;
    if (communicator.maximum<std::int64_t>(options.stop_requested() ? 1 : 0) == 0) return;
    throw comm::AgreedError(
        ExitStatus::stopped,
        fmt::format("stopped on request while tokenising {}; run the same command again", path.string()));
}

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
    std::optional<CacheBuilder> source;
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
        stop_if_asked(communicator, options, path);
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
