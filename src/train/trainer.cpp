#include "remo/train/trainer.hpp"

#include <chrono>
#include <cmath>

#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/kernels/softmax_cross_entropy.hpp"
#include "remo/train/run_watch.hpp"
#include "touched_rows.hpp"

namespace remo::train {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

Trainer::Trainer(const comm::Communicator& communicator, Device& device, models::Model& model,
                 parallel::Strategy& strategy, const optim::Schedule& schedule, data::BatchLoader& loader,
                 TrainerOptions options)
    : communicator_(communicator),
      device_(device),
      model_(model),
      strategy_(strategy),
      schedule_(schedule),
      loader_(loader),
      options_(options) {}

double Trainer::micro_batch(const PackedBatch& batch, double denominator, std::int64_t update,
                            const models::GradientReady& ready) {
    arena_.reset();
    nn::RunContext context{device_, model_.parameters(), arena_, true,
                           random_key(options_.seed, RandomUse::dropout, static_cast<std::uint64_t>(update))};
    const nn::DeviceBatch uploaded = nn::upload(device_, arena_, batch);
    const ConstMatrix logits = model_.forward(context, uploaded);
    const Matrix gradient = arena_.matrix(logits.rows, logits.columns);
    double loss = 0.0;
    kernels::softmax_cross_entropy(device_, logits, uploaded.labels, uploaded.weights, 0.0f,
                                   static_cast<float>(1.0 / denominator), gradient, &loss);
    model_.backward(context, uploaded, gradient, ready);
    return loss / denominator;
}

Trainer::UpdateTotals Trainer::forward_backward(const data::UpdateBatch& batch, parallel::Reducer& reducer,
                                                std::int64_t update, bool stop) {
    note_phase(communicator_, "forward and backward");
    ParameterStore& store = model_.parameters();
    double loss = 0.0;
    for (std::size_t i = 0; i < batch.micro.size(); ++i) {
        models::GradientReady ready;
        if (i + 1 == batch.micro.size()) ready = [&](Index begin, Index size) { reducer.add(begin, size); };
        loss += micro_batch(batch.micro[i], batch.global_weight, update, ready);
    }
    if (batch.micro.empty())
        nn::report_all_ready(store, [&](Index begin, Index size) { reducer.add(begin, size); });
    std::array<double, 2> totals{loss, stop ? 1.0 : 0.0};
    communicator_.sum(std::span<double>(totals));
    return {totals[0], totals[1] > 0.0};
}

UpdateFigures Trainer::one_update(const data::UpdateBatch& batch, TrainingState& state,
                                  const TrainerHooks& hooks, bool& stop) {
    const auto begin = Clock::now();
    const double rate = options_.learning_rate * schedule_.factor(state.update);
    strategy_.zero_gradients(device_, model_.parameters());
    parallel::Reducer& reducer = strategy_.begin_update(
        device_, model_.parameters(), touched_rows(communicator_, model_.sparse_table(), batch));
    const UpdateTotals totals = forward_backward(batch, reducer, state.update, hooks.stop_requested());
    note_phase(communicator_, "update");
    if (hooks.before_change) hooks.before_change();
    const optim::UpdateRates rates{rate, nullptr};
    const parallel::UpdateReport report =
        strategy_.update(device_, model_.parameters(), rates, options_.max_grad_norm);
    stop = totals.stop;

    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    UpdateFigures figures;
    figures.finite = report.finite;
    figures.update = state.update + (report.finite ? 1 : 0);
    figures.samples = state.samples + batch.global_samples;
    figures.epoch = static_cast<double>(figures.samples) / static_cast<double>(options_.samples_per_epoch);
    figures.loss = totals.loss;
    figures.learning_rate = rate;
    figures.gradient_norm = report.gradient_norm;
    figures.tokens_per_second = static_cast<double>(batch.global_tokens) / seconds;
    figures.samples_per_second = static_cast<double>(batch.global_samples) / seconds;
    figures.seconds = seconds;
    figures.communication_seconds = report.communication_seconds;
    return figures;
}

void Trainer::note_skipped(const data::UpdateBatch& batch, const UpdateFigures& figures,
                           const TrainerHooks& hooks, std::int64_t in_a_row) {
    SkippedUpdate skipped = describe_skipped(communicator_, device_, model_.parameters(), strategy_, batch);
    skipped.update = figures.update + 1;
    skipped.loss = figures.loss;
    hooks.skipped(skipped);
    if (in_a_row < options_.max_skipped_updates) return;
    const std::string reason = fmt::format(
        "{} updates in a row were skipped (train.max_skipped_updates), the last for {}: training has "
        "diverged; lower "
        "optimizer.learning_rate or look at these samples",
        in_a_row, skipped.tensor.empty() ? "the gradients' norm" : skipped.tensor);
    throw comm::AgreedError(ExitStatus::failure, reason);  // all ranks come here together
}

/// The batch of an epoch that follows so many samples: beyond the last one when the epoch is through.
std::int64_t Trainer::first_batch(std::int64_t samples) const {
    const std::int64_t size = options_.global_batch_size;
    if (samples >= options_.samples_per_epoch) return loader_.batches_per_epoch();
    if (samples % size != 0) {
        throw comm::AgreedError(ExitStatus::usage,
                                fmt::format("the checkpoint was saved {} samples into an epoch, which is no whole number of "
                                            "global batches of {}; choose a train.global_batch_size that divides it",
                                            samples, size));
    }
    return samples / size;
}

TrainingEnd Trainer::run(TrainingState& state, const TrainerHooks& hooks) {
    loader_.seek(state.epoch, first_batch(state.samples_in_epoch));
    std::int64_t skipped_in_a_row = 0;
    data::UpdateBatch batch;
    while (state.update < options_.total_updates) {
        note_phase(communicator_, "loading a batch");
        if (!loader_.next(batch)) {
            state.samples_in_epoch = 0;
            loader_.seek(++state.epoch, 0);
            continue;
        }
        bool stop = false;
        const UpdateFigures figures = one_update(batch, state, hooks, stop);
        state.update = figures.update;
        state.samples = figures.samples;
        state.samples_in_epoch += batch.global_samples;
        if (communicator_.life_signs() != nullptr) communicator_.life_signs()->update(state.update);
        if (figures.finite) {
            skipped_in_a_row = 0;
            hooks.updated(figures);
        } else {
            ++state.skipped;
            note_skipped(batch, figures, hooks, ++skipped_in_a_row);
        }
        if (options_.check_replicas_every > 0 && state.update % options_.check_replicas_every == 0) {
            strategy_.settle(device_, model_.parameters());
            strategy_.check_replicas(device_, model_.parameters());
        }
        stop = hooks.after_update(batch.last_of_epoch) || stop;
        if (stop) return TrainingEnd::stopped;
    }
    return TrainingEnd::done;
}

}  // namespace remo::train
