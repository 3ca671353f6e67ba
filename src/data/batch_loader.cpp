#include "remo/data/batch_loader.hpp"

#include <algorithm>
#include <numeric>

#include "load_window.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/data/partition.hpp"

namespace remo::data {
struct BatchLoader::Impl {
    const comm::Communicator& communicator;
    const TokenDataset& dataset;
    LoaderOptions options;
    std::vector<std::int64_t> order;
    std::int64_t epoch = 0;
    std::int64_t batch = 0;
    Window window;

    [[nodiscard]] std::int64_t batches() const {
        return (dataset.size() + options.global_batch_size - 1) / options.global_batch_size;
    }

    void set_epoch(std::int64_t to) {
        order = epoch_order(dataset.size(), options.seed, to, options.shuffle);
        epoch = to;
        window = {};
    }

    [[nodiscard]] std::int64_t length(std::int64_t sample) const {
        return dataset.lengths()[static_cast<std::size_t>(sample)];
    }

    [[nodiscard]] std::int64_t tokens_of(std::span<const std::int64_t> samples) const {
        std::int64_t tokens = 0;
        for (const std::int64_t sample : samples) tokens += length(sample);
        return tokens;
    }

    [[nodiscard]] BatchPlan plan(std::int64_t index) const {
        const std::int64_t begin = index * options.global_batch_size;
        const std::int64_t end = std::min(begin + options.global_batch_size, dataset.size());
        BatchPlan plan;
        plan.samples.assign(order.begin() + begin, order.begin() + end);
        std::vector<std::int32_t> lengths;
        for (const std::int64_t sample : plan.samples)
            lengths.push_back(static_cast<std::int32_t>(length(sample)));
        plan.tokens = std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0});
        plan.shares = balanced_shares(lengths, communicator.size());
        return plan;
    }

    // A pure function of the epoch's order, the same on all ranks. Loading its tokens is the other half, so that it can be done ahead.
    [[nodiscard]] Window plan_window(std::int64_t first) const {
        const std::int64_t count =
            std::max<std::int64_t>(1, options.window_samples / options.global_batch_size);
        Window next{first, {}, {}, {}};
        for (std::int64_t index = first; index < std::min(first + count, batches()); ++index)
            next.batches.push_back(plan(index));
        return next;
    }

    void load_tokens(Window& next) const {
        next.tokens = options.placement == Placement::scatter ? scattered(next) : read_here(next);
        std::size_t offset = 0;
        for (const BatchPlan& batch_plan : next.batches) {
            next.token_offsets.push_back(offset);
            offset += static_cast<std::size_t>(tokens_of(samples_of(batch_plan, communicator.rank())));
        }
        require(offset == next.tokens.size(),
                "the loader received another number of tokens than it asked for");
    }

    [[nodiscard]] std::vector<std::int32_t> read_here(const Window& next) const {
        std::vector<std::int32_t> tokens;
        comm::together(communicator,
                       [&] { dataset.read_samples(samples_of(next, communicator.rank()), tokens); });
        return tokens;
    }

    // Rank 0 reads the window's tokens in the order of the ranks and hands each rank its part.
    [[nodiscard]] std::vector<std::int32_t> scattered(const Window& next) const {
        std::vector<std::int32_t> tokens;
        std::vector<std::int64_t> counts;
        comm::on_root(communicator, [&] {
            std::vector<std::int64_t> samples;
            for (int rank = 0; rank < communicator.size(); ++rank) {
                const auto part = samples_of(next, rank);
                counts.push_back(tokens_of(part));
                samples.insert(samples.end(), part.begin(), part.end());
            }
            dataset.read_samples(samples, tokens);
        });
        return communicator.scatter(std::span<const std::int32_t>(tokens), counts, 0);
    }

    [[nodiscard]] std::vector<PackedBatch> micro_batches_here(std::size_t in_window) const {
        const std::vector<std::int64_t> samples = samples_of(window.batches[in_window], communicator.rank());
        std::vector<std::int32_t> lengths;
        std::vector<const std::int32_t*> tokens;
        const std::int32_t* next = window.tokens.data() + window.token_offsets[in_window];
        for (const std::int64_t sample : samples) {
            lengths.push_back(static_cast<std::int32_t>(length(sample)));
            tokens.push_back(next);
            next += lengths.back();
        }
        std::vector<PackedBatch> micro;
        for (const auto& positions : micro_batches(lengths, options.micro_batch_tokens)) {
            PackedBatch& packed = micro.emplace_back();
            packed.cu_seqlens.push_back(0);
            for (const std::int32_t position : positions)
                append(packed, samples[static_cast<std::size_t>(position)],
                       tokens[static_cast<std::size_t>(position)]);
        }
        return micro;
    }

    void append(PackedBatch& packed, std::int64_t sample, const std::int32_t* tokens) const {
        const auto at = static_cast<std::size_t>(sample);
        const std::int32_t count = dataset.lengths()[at];
        const std::int32_t first_segment = dataset.first_segments()[at];
        packed.token_ids.insert(packed.token_ids.end(), tokens, tokens + count);
        packed.type_ids.insert(packed.type_ids.end(), static_cast<std::size_t>(first_segment), 0);
        packed.type_ids.insert(packed.type_ids.end(), static_cast<std::size_t>(count - first_segment), 1);
        packed.cu_seqlens.push_back(static_cast<std::int32_t>(packed.token_ids.size()));
        packed.samples.push_back(sample);
        packed.labels.push_back(dataset.labels()[at]);
        packed.weights.push_back(1.0F);
    }
};

BatchLoader::BatchLoader(const comm::Communicator& communicator, const TokenDataset& dataset,
                         const LoaderOptions& options)
    : impl_(new Impl{communicator, dataset, options, {}, 0, 0, {}}) {
    if (options.global_batch_size < 1)
        usage_error("train.global_batch_size: {} is not positive", options.global_batch_size);
    if (options.micro_batch_tokens < 1)
        usage_error("train.micro_batch_tokens: {} is not positive", options.micro_batch_tokens);
    // A batch beyond the data is the data; sums of positions stay in range.
    impl_->options.global_batch_size =
        std::min(options.global_batch_size, std::max<std::int64_t>(dataset.size(), 1));
    impl_->set_epoch(0);
}

BatchLoader::~BatchLoader() = default;

std::int64_t BatchLoader::batches_per_epoch() const {
    return impl_->batches();
}

void BatchLoader::seek(std::int64_t epoch, std::int64_t batch) {
    require(epoch >= 0 && batch >= 0 && batch <= impl_->batches(), "BatchLoader::seek: no such batch");
    if (epoch != impl_->epoch) impl_->set_epoch(epoch);
    impl_->batch = batch;
}

bool BatchLoader::next(UpdateBatch& out) {
    Impl& loader = *impl_;
    if (loader.batch >= loader.batches()) return false;
    if (!loader.window.holds(loader.batch)) {
        Window next = loader.plan_window(loader.batch);
        loader.load_tokens(next);
        loader.window = std::move(next);
    }
    const auto in_window = static_cast<std::size_t>(loader.batch - loader.window.first);
    const BatchPlan& plan = loader.window.batches[in_window];
    out.epoch = loader.epoch;
    out.global_samples = static_cast<std::int64_t>(plan.samples.size());
    out.global_tokens = plan.tokens;
    out.global_weight = static_cast<double>(plan.samples.size());
    out.micro = loader.micro_batches_here(in_window);
    out.last_of_epoch = ++loader.batch == loader.batches();
    return true;
}

}  // namespace remo::data
