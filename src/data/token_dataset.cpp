#include "remo/data/token_dataset.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <unordered_map>

#include "preparation.hpp"
#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/tensor/packed_batch.hpp"
#include "token_cache.hpp"

namespace remo::data {
namespace {

// Offsets are kept for each so-many-th sample; in between, lengths are summed.
constexpr std::size_t samples_per_offset = 64;

// The index of a class for a label text, by name or, with default names (LABEL_i), by number.
class ClassNumbers {
  public:
    ClassNumbers(std::span<const std::string> names, bool names_are_default)
        : count_(names.size()), by_index_(names_are_default) {
        for (std::size_t i = 0; i < names.size(); ++i)
            by_name_.try_emplace(names[i], static_cast<std::int32_t>(i));
    }

    [[nodiscard]] std::optional<std::int32_t> find(const std::string& label) const {
        if (const auto at = by_name_.find(label); at != by_name_.end()) return at->second;
        std::int32_t index = 0;
        const auto [end, error] = std::from_chars(label.data(), label.data() + label.size(), index);
        const bool whole = error == std::errc() && end == label.data() + label.size();
        if (!by_index_ || !whole || index < 0 || static_cast<std::size_t>(index) >= count_)
            return std::nullopt;
        return index;
    }

  private:
    std::unordered_map<std::string, std::int32_t> by_name_;
    std::size_t count_;
    bool by_index_;
};

std::string list_of(std::span<const std::string> names) {
    const std::size_t shown = std::min<std::size_t>(names.size(), 20);
    return fmt::format("{}{}", fmt::join(names.first(shown), ", "), shown < names.size() ? ", …" : "");
}

template <class... Args>
[[noreturn]] void agreed_usage_error(fmt::format_string<Args...> format, Args&&... args) {
    throw comm::AgreedError(ExitStatus::usage, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace

struct TokenDataset::Impl {
    TokenCacheIndex index;
    std::filesystem::path cache;
    bool reused = false;
    std::vector<std::int64_t> offsets;  // of samples 0, 64, 128, …
    mutable std::unique_ptr<TokenCacheReader> reader;

    void sum_offsets() {
        offsets.clear();
        std::int64_t offset = 0;
        for (std::size_t sample = 0; sample < index.lengths.size(); ++sample) {
            if (sample % samples_per_offset == 0) offsets.push_back(offset);
            offset += index.lengths[sample];
        }
    }

    [[nodiscard]] std::int64_t offset(std::int64_t sample) const {
        const auto at = static_cast<std::size_t>(sample);
        std::int64_t offset = offsets[at / samples_per_offset];
        for (std::size_t i = at / samples_per_offset * samples_per_offset; i < at; ++i)
            offset += index.lengths[i];
        return offset;
    }

    const TokenCacheReader& open() const {
        if (!reader) reader = std::make_unique<TokenCacheReader>(cache);
        return *reader;
    }
};

TokenDataset::TokenDataset(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TokenDataset::~TokenDataset() = default;
TokenDataset::TokenDataset(TokenDataset&&) noexcept = default;
TokenDataset& TokenDataset::operator=(TokenDataset&&) noexcept = default;

std::int64_t TokenDataset::size() const {
    return impl_->index.head.statistics.samples;
}
std::span<const std::int32_t> TokenDataset::lengths() const {
    return impl_->index.lengths;
}
std::span<const std::int32_t> TokenDataset::first_segments() const {
    return impl_->index.first_segments;
}
std::span<const std::int32_t> TokenDataset::labels() const {
    return impl_->index.labels;
}
const std::vector<std::string>& TokenDataset::label_names() const {
    return impl_->index.head.label_names;
}
const DatasetStatistics& TokenDataset::statistics() const {
    return impl_->index.head.statistics;
}
const std::vector<std::string>& TokenDataset::text_columns() const {
    return impl_->index.head.text_columns;
}
const std::string& TokenDataset::label_column() const {
    return impl_->index.head.label_column;
}
std::filesystem::path TokenDataset::cache_path() const {
    return impl_->cache;
}
std::string TokenDataset::origin() const {
    return impl_->index.head.origin;
}
bool TokenDataset::reused() const {
    return impl_->reused;
}

std::string TokenDataset::summary() const {
    const DatasetStatistics& figures = statistics();
    return fmt::format("{} samples, {} tokens, longest {}, {} truncated to {} tokens ({:.2f} %)",
                       figures.samples, figures.tokens, figures.longest, figures.truncated,
                       impl_->index.head.max_length,
                       100.0 * static_cast<double>(figures.truncated) /
                           static_cast<double>(std::max<std::int64_t>(1, figures.samples)));
}

void TokenDataset::map_labels(std::span<const std::string> names, bool names_are_default) {
    TokenCacheHead& head = impl_->index.head;
    const ClassNumbers numbers(names, names_are_default);
    std::vector<std::int32_t> mapped(head.label_names.size(), unlabelled);
    std::vector<std::int64_t> lines(names.size(), 0);
    for (std::size_t old = 0; old < mapped.size(); ++old) {
        if (head.label_lines[old] == 0) continue;  // a class of an earlier mapping that no row has
        const std::optional<std::int32_t> number = numbers.find(head.label_names[old]);
        if (!number)
            agreed_usage_error("{}:{}: label '{}' (column '{}') is not among the model's labels: {}",
                               head.origin, head.label_lines[old], head.label_names[old], head.label_column,
                               list_of(names));
        mapped[old] = *number;
        std::int64_t& line = lines[static_cast<std::size_t>(*number)];
        line = line == 0 ? head.label_lines[old] : std::min(line, head.label_lines[old]);
    }
    for (std::int32_t& label : impl_->index.labels)
        if (label != unlabelled) label = mapped[static_cast<std::size_t>(label)];
    head.label_names.assign(names.begin(), names.end());
    head.label_lines = std::move(lines);
}

void TokenDataset::require_labels() const {
    const TokenCacheHead& head = impl_->index.head;
    if (head.statistics.unlabelled == 0) return;
    if (head.label_column.empty()) agreed_usage_error("{}: there is no label column", head.origin);
    agreed_usage_error(
        "{}:{}: the row has no label ('{}' is empty or -1; {} such rows); they serve for prediction only",
        head.origin, head.unlabelled_line, head.label_column, head.statistics.unlabelled);
}

void TokenDataset::read_tokens(std::int64_t begin, std::int64_t end, std::vector<std::int32_t>& out) const {
    std::vector<std::int64_t> samples(static_cast<std::size_t>(std::max<std::int64_t>(0, end - begin)));
    std::iota(samples.begin(), samples.end(), begin);
    read_samples(samples, out);
}

void TokenDataset::read_samples(std::span<const std::int64_t> samples, std::vector<std::int32_t>& out) const {
    const std::vector<std::int32_t>& lengths = impl_->index.lengths;
    std::int64_t tokens = 0;
    for (const std::int64_t sample : samples) {
        require(sample >= 0 && sample < size(), "read_samples: no such sample");
        tokens += lengths[static_cast<std::size_t>(sample)];
    }
    out.resize(static_cast<std::size_t>(tokens));
    std::vector<TokenCacheReader::Slice> slices;
    slices.reserve(samples.size());
    std::int32_t* target = out.data();
    for (const std::int64_t sample : samples) {
        const std::int64_t begin = impl_->offset(sample);
        const std::int64_t length = lengths[static_cast<std::size_t>(sample)];
        slices.push_back({begin, begin + length, target});
        target += length;
    }
    std::ranges::sort(slices, {}, &TokenCacheReader::Slice::begin);
    if (!slices.empty()) impl_->open().read(slices);
}

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

void tell(const TokenCacheHead& head, Log& log) {
    const DatasetStatistics& figures = head.statistics;
    if (figures.empty > 0)
        log.warning(
            fmt::format("{}: {} rows have an empty text{} (line{} {}{})", head.origin, figures.empty,
                        figures.skipped > 0 ? " and are skipped" : "", figures.empty > 1 ? "s" : "",
                        fmt::join(head.empty_lines, ", "),
                        figures.empty > static_cast<std::int64_t>(head.empty_lines.size()) ? ", …" : ""));
    if (figures.replaced_utf8 > 0)
        log.warning(fmt::format("{}: invalid UTF-8 was replaced by U+FFFD in {} places", head.origin,
                                figures.replaced_utf8));
}

struct Plan {
    std::string key;
    std::filesystem::path cache;
    std::optional<TokenCacheIndex> index;  // there already
};

// Rank 0: finds out what there is.
Plan make_plan(const std::filesystem::path& path, const text::Tokenizer& tokenizer,
               const DatasetOptions& options, const std::filesystem::path& cache_directory, Log& log) {
    if (path.extension() == ".h5") {
        try {
            Plan plan{"", path, read_cache_index(path)};
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

}  // namespace

TokenDataset TokenDataset::prepare(const comm::Communicator& communicator, const std::filesystem::path& path,
                                   const text::Tokenizer& tokenizer, const DatasetOptions& options,
                                   const std::filesystem::path& cache_directory, Log& log) {
    auto impl = std::make_unique<Impl>();
    Plan plan;
    comm::on_root(communicator, [&] { plan = make_plan(path, tokenizer, options, cache_directory, log); });
    std::string cache = plan.cache.string();
    communicator.broadcast(cache, 0);
    impl->cache = cache;
    impl->reused = communicator.maximum<std::int64_t>(plan.index ? 1 : 0) == 1;
    impl->index = impl->reused ? std::move(plan.index).value_or(TokenCacheIndex{})
                               : tokenise(communicator, path, tokenizer, options, plan.key, plan.cache, log);
    share_index(communicator, impl->index);
    impl->sum_offsets();
    if (communicator.is_root()) tell(impl->index.head, log);
    return TokenDataset(std::move(impl));
}

}  // namespace remo::data
