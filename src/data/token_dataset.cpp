#include "remo/data/token_dataset.hpp"

#include <algorithm>
#include <numeric>

#include "cache_plan.hpp"
#include "class_numbers.hpp"
#include "preparation.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/tensor/packed_batch.hpp"
#include "token_cache.hpp"

namespace remo::data {
namespace {

// Offsets are kept for each so-many-th sample; in between, lengths are summed.
constexpr std::size_t samples_per_offset = 64;

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
        "{}:{}: the row has no label ('{}' is empty or -1, in {} rows); remove such rows, or use `remo "
        "predict` for them",
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

TokenDataset TokenDataset::prepare(const comm::Communicator& communicator, const std::filesystem::path& path,
                                   const text::Tokenizer& tokenizer, const DatasetOptions& options,
                                   const std::filesystem::path& cache_directory, Log& log) {
    auto impl = std::make_unique<Impl>();
    CachePlan plan;
    comm::on_root(communicator, [&] { plan = plan_cache(path, tokenizer, options, cache_directory, log); });
    std::string cache = plan.cache.string();
    communicator.broadcast(cache, 0);
    impl->cache = cache;
    impl->reused = communicator.maximum<std::int64_t>(plan.index ? 1 : 0) == 1;
    impl->index = impl->reused ? std::move(plan.index).value_or(TokenCacheIndex{})
                               : tokenise(communicator, path, tokenizer, options, plan.key, plan.cache, log);
    share_index(communicator, impl->index);
    impl->sum_offsets();
    if (communicator.is_root()) tell_findings(impl->index.head, log);
    return TokenDataset(std::move(impl));
}

}  // namespace remo::data
