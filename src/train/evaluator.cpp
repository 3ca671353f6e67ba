#include "remo/train/evaluator.hpp"

#include <algorithm>
#include <vector>

#include "remo/base/format.hpp"
#include "remo/kernels/softmax_cross_entropy.hpp"

namespace remo::train {
namespace {

/// Samples that the ranks share between two looks at stop requests: enough to balance tokens well.
constexpr std::int64_t samples_per_round = 512;

data::LoaderOptions in_order(const EvaluationOptions& options) {
    data::LoaderOptions loader;
    loader.global_batch_size = samples_per_round;
    loader.micro_batch_tokens = options.micro_batch_tokens;
    loader.placement = options.placement;
    loader.shuffle = false;
    return loader;
}

/// Forward passes without stored activations.
class Inference {
  public:
    Inference(Device& device, models::Model& model) : device_(device), model_(model) {}

    /// Logits (sequences, labels) of the batch in device memory, valid until the next call.
    ConstMatrix logits(const PackedBatch& batch, nn::DeviceBatch& uploaded) {
        arena_.reset();
        nn::RunContext context{device_, model_.parameters(), arena_, false, {}};
        uploaded = nn::upload(device_, arena_, batch);
        return model_.forward(context, uploaded);
    }

    std::vector<float> to_host(ConstMatrix matrix) {
        std::vector<float> values(static_cast<std::size_t>(matrix.size()));
        require(matrix.stride == matrix.columns, "logits are expected to be contiguous");
        if (!values.empty()) device_.copy_to_host(values.data(), matrix.data, values.size() * sizeof(float));
        return values;
    }

  private:
    Device& device_;
    models::Model& model_;
    Arena arena_{"remo::evaluation"};
};

int largest(std::span<const float> row) {
    return static_cast<int>(std::max_element(row.begin(), row.end()) - row.begin());
}

/// Adds a batch's predictions to the counts.
void count_predictions(const PackedBatch& batch, std::span<const float> logits, ConfusionMatrix& confusion) {
    const auto classes = static_cast<std::size_t>(confusion.classes());
    for (std::size_t i = 0; i < batch.labels.size(); ++i) {
        if (batch.labels[i] == unlabelled) continue;
        confusion.count(batch.labels[i], largest(logits.subspan(i * classes, classes)));
    }
}

bool any_rank(const comm::Communicator& communicator, bool here) {
    return communicator.maximum<std::int64_t>(here ? 1 : 0) != 0;
}

}  // namespace

Evaluation evaluate(const comm::Communicator& communicator, Device& device, models::Model& model,
                    const data::TokenDataset& dataset, const EvaluationOptions& options) {
    Evaluation result;
    result.confusion = ConfusionMatrix(model.label_count());
    Inference inference(device, model);
    data::BatchLoader loader(communicator, dataset, in_order(options));
    loader.seek(0, 0);
    double loss = 0.0;
    std::int64_t samples = 0;
    data::UpdateBatch round;
    while (loader.next(round)) {
        for (const PackedBatch& batch : round.micro) {
            nn::DeviceBatch uploaded;
            const ConstMatrix logits = inference.logits(batch, uploaded);
            double batch_loss = 0.0;
            kernels::softmax_cross_entropy(device, logits, uploaded.labels, uploaded.weights, 0.0f, 0.0f, {},
                                           &batch_loss);
            loss += batch_loss;
            count_predictions(batch, inference.to_host(logits), result.confusion);
            samples += batch.sequences();
        }
        if (options.stop_requested && any_rank(communicator, options.stop_requested())) {
            result.stopped = true;
            return result;
        }
    }
    communicator.sum(result.confusion.counts());
    result.samples = communicator.sum(samples);
    loss = communicator.sum(loss);
    if (result.samples != dataset.size()) {
        failure("evaluation saw {} samples of {}'s {}; this is a fault in remo", result.samples,
                dataset.origin(), dataset.size());
    }
    const std::int64_t labelled = result.confusion.total();
    result.loss = labelled > 0 ? loss / static_cast<double>(labelled) : 0.0;
    result.metrics = classification_metrics(result.confusion);
    return result;
}

void predict(const comm::Communicator& communicator, Device& device, models::Model& model,
             const data::TokenDataset& dataset, const EvaluationOptions& options,
             const LogitConsumer& consumer) {
    Inference inference(device, model);
    data::BatchLoader loader(communicator, dataset, in_order(options));
    loader.seek(0, 0);
    const auto classes = static_cast<std::size_t>(model.label_count());
    std::int64_t first = 0;
    data::UpdateBatch round;
    while (loader.next(round)) {
        std::vector<std::int64_t> samples;
        std::vector<float> logits;
        for (const PackedBatch& batch : round.micro) {
            nn::DeviceBatch uploaded;
            const std::vector<float> rows = inference.to_host(inference.logits(batch, uploaded));
            samples.insert(samples.end(), batch.samples.begin(), batch.samples.end());
            logits.insert(logits.end(), rows.begin(), rows.end());
        }
        const auto all_samples = communicator.gather(std::span<const std::int64_t>(samples), 0);
        const auto all_logits = communicator.gather(std::span<const float>(logits), 0);
        if (communicator.is_root()) {
            std::vector<float> ordered(all_logits.size());
            for (std::size_t i = 0; i < all_samples.size(); ++i) {
                const auto row = static_cast<std::size_t>(all_samples[i] - first);
                require(row < all_samples.size(), "a prediction lies outside its round of samples");
                std::copy_n(all_logits.begin() + i * classes, classes, ordered.begin() + row * classes);
            }
            consumer(first, ordered);
        }
        first += round.global_samples;
    }
}

}  // namespace remo::train
