#include "remo/train/training_run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <exception>
#include <new>
#include <optional>

#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/base/process.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/config/job_file.hpp"
#include "remo/train/checkpoint_saver.hpp"
#include "remo/train/evaluation_report.hpp"
#include "remo/train/evaluator.hpp"
#include "remo/train/labels.hpp"
#include "remo/train/model_source.hpp"
#include "remo/train/progress.hpp"
#include "remo/train/run_output.hpp"
#include "remo/train/run_plan.hpp"
#include "remo/train/run_setup.hpp"
#include "remo/train/run_watch.hpp"
#include "remo/train/startup_report.hpp"
#include "remo/train/stop_policy.hpp"
#include "remo/train/trainer.hpp"

namespace remo::train {
namespace {

using Clock = std::chrono::steady_clock;

/// The objects of one run, and what happens between updates.
class TrainingRun {
  public:
    TrainingRun(const comm::Communicator& communicator, Device& device, Log& log, const config::Job& job,
                const RunOptions& options)
        : communicator_(communicator.duplicate()),
          device_(device),
          log_(log),
          job_(job),
          options_(options),
          directory_(job.run.output) {
        communicator_.watch(&signs_);
    }

    ExitStatus run();

  private:
    ExitStatus prepare_and_train();
    void note_failure(const std::string& message);
    void restore();
    void check_data();
    void report_plan() const;
    TrainingEnd train();
    TrainerHooks hooks();
    bool after_update(bool epoch_end);
    bool evaluate_now();
    void keep_if_best(const EvaluationFigures& figures);
    void saved(const SavedCheckpoint& checkpoint);
    void save_last_checkpoint(bool done);
    void save_final_model();
    ExitStatus finish(TrainingEnd end);
    ExitStatus tell_end(bool done, double seconds);

    comm::LifeSigns signs_;
    comm::Communicator communicator_;
    Device& device_;
    Log& log_;
    const config::Job& job_;
    RunOptions options_;
    RunDirectory directory_;
    Clock::time_point begin_ = Clock::now();
    std::optional<StopPolicy> stop_;
    StartPoint start_;
    std::optional<RunWatch> watch_;
    std::optional<RunSetup> setup_;
    std::optional<RunOutput> output_;
    std::optional<Progress> progress_;
    RunPlan plan_;
    TrainingState state_;
    std::int64_t last_evaluated_ = -1;
    SavePolicy save_policy_{job_.checkpoint.on_error, log_};
    CheckpointSaver saver_{communicator_, device_,
                           directory_,    job_.checkpoint,
                           save_policy_,  [this](const SavedCheckpoint& checkpoint) { saved(checkpoint); }};
};

/// What went wrong, with the place.
std::string placed(const std::exception& error, const comm::LifeSigns& signs) {
    const bool no_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
    return fmt::format(
        "{} (update {}, {})",
        no_memory ? "out of memory; use more nodes or a smaller train.micro_batch_tokens" : error.what(),
        signs.update_number(), signs.phase_name());
}

ExitStatus TrainingRun::run() {
    try {
        report_surroundings(communicator_, device_, log_);
        stop_.emplace(communicator_, job_.run.time_limit, log_);
        start_ = choose_start(communicator_, directory_, job_, options_, log_);
        if (start_.finished) {
            log_.info(fmt::format(
                "{} is finished already; its model is {}. For another run choose another run.output, or "
                "--resume never to start again.",
                directory_.root().string(), directory_.model().string()));
            return ExitStatus::done;
        }
        watch_.emplace(communicator_, directory_, job_.run.watchdog_seconds, signs_, log_);
        return prepare_and_train();
    } catch (const comm::AgreedError& error) {
        if (error.status() != ExitStatus::failure) throw;
        const std::string message = placed(error, signs_);
        if (communicator_.is_root()) note_failure(message);
        throw comm::AgreedError(ExitStatus::failure, message);
    } catch (const std::exception& error) {
        const auto* known = dynamic_cast<const Error*>(&error);
        const ExitStatus status = known != nullptr ? known->status() : ExitStatus::failure;
        const std::string message = placed(error, signs_);
        if (status == ExitStatus::failure)
            note_failure(
                fmt::format("rank {} on {}: {}", communicator_.rank(), communicator_.host(), message));
        throw Error(status, message);
    }
}

/// The error is what the user must see, whether or not it can be written down.
void TrainingRun::note_failure(const std::string& message) {
    try {
        write_failed_summary(directory_, message);
    } catch (const std::exception& error) {
        log_.warning_here(error.what());
    }
}

ExitStatus TrainingRun::prepare_and_train() {
    note_phase(communicator_, "preparing data and model");
    setup_.emplace(communicator_, device_, log_, job_, [this] { return stop_->pending(); });
    plan_ = plan_run(job_, setup_->train.size());
    setup_->make_trainable(plan_);
    stop_->expect_save(3.0 * static_cast<double>(setup_->store().element_count()) * sizeof(float));
    restore();
    report_job(job_, log_);
    report_plan();
    output_.emplace(communicator_, directory_, job_, state_.update);
    progress_.emplace(log_, plan_.total_updates, state_.update);
    if (state_.evaluation_due && !evaluate_now()) return finish(TrainingEnd::stopped);
    return finish(train());
}

void TrainingRun::restore() {
    note_phase(communicator_, "loading parameters");
    if (!start_.checkpoint.empty()) {
        state_ =
            load_checkpoint(communicator_, device_, start_.checkpoint, setup_->store(), *setup_->strategy);
        check_data();
        saver_.resumed_from(state_.update);
        last_evaluated_ = state_.evaluation_due ? -1 : state_.update;
        signs_.update(state_.update);
        log_.info(fmt::format("resuming from {}: update {}, epoch {}, {} samples seen", start_.checkpoint,
                              state_.update, state_.epoch, state_.samples));
    } else {
        setup_->strategy->broadcast_parameters(device_, setup_->store());
    }
    state_.data = setup_->train.cache_path().filename().string();
    setup_->strategy->check_replicas(device_, setup_->store());
}

/// Other samples under the same file name would be taken in another order, some twice, some never.
void TrainingRun::check_data() {
    comm::on_root(communicator_, [&] {
        if (state_.data == setup_->train.cache_path().filename().string()) return;
        const std::string what =
            fmt::format("{} has changed since {} was saved", setup_->train.origin(), start_.checkpoint);
        if (!options_.allow_changes) {
            usage_error(
                "{}; choose another run.output, pass --allow-changes to go on with the new data, or --resume "
                "never to "
                "start again",
                what);
        }
        log_.warning(what);
    });
}

void TrainingRun::report_plan() const {
    log_.info(fmt::format(
        "training: {} samples, global batch {} on {} rank{}, {} updates an epoch, {} in all, {} of them "
        "warm-up; {} {}, {} schedule, strategy {}",
        plan_.samples_per_epoch, job_.train.global_batch_size, communicator_.size(),
        communicator_.size() == 1 ? "" : "s", plan_.updates_per_epoch, plan_.total_updates,
        plan_.warmup_updates, job_.optimizer.name, job_.optimizer.learning_rate, job_.schedule.name,
        job_.parallel.strategy));
}

TrainingEnd TrainingRun::train() {
    TrainerOptions options;
    options.seed = static_cast<std::uint64_t>(job_.run.seed);
    options.total_updates = plan_.total_updates;
    options.learning_rate = job_.optimizer.learning_rate;
    options.max_grad_norm = job_.train.max_grad_norm;
    options.check_replicas_every = job_.train.check_replicas_every;
    options.max_skipped_updates = job_.train.max_skipped_updates;
    options.samples_per_epoch = plan_.samples_per_epoch;
    options.global_batch_size = job_.train.global_batch_size;
    data::BatchLoader loader(communicator_, setup_->train, setup_->loader_options());
    Trainer trainer(communicator_, device_, *setup_->model, *setup_->strategy, *setup_->schedule, loader,
                    options);
    log_.info(
        fmt::format("first forward pass {:.2f} s after the start of the process", process_age_seconds()));
    return trainer.run(state_, hooks());
}

TrainerHooks TrainingRun::hooks() {
    TrainerHooks hooks;
    hooks.updated = [this](const UpdateFigures& figures) {
        state_.history.add(figures);
        stop_->updated(figures.seconds);
        output_->update(figures);
        progress_->update(figures);
    };
    hooks.skipped = [this](const SkippedUpdate& skipped) {
        progress_->pause();
        log_.warning(skipped.text());
    };
    hooks.before_change = [this] { saver_.before_change(); };
    hooks.after_update = [this](bool epoch_end) { return after_update(epoch_end); };
    hooks.stop_requested = [this] { return stop_->pending(); };
    return hooks;
}

/// True: a stop request came before the evaluation was through, so all ranks stop.
bool TrainingRun::after_update(bool epoch_end) {
    saver_.poll();
    const std::int64_t every = job_.evaluation.every_updates;
    const bool last = state_.update == plan_.total_updates;
    const bool due = every > 0 ? state_.update % every == 0 : epoch_end;
    // A skipped update leaves the number as it was: what was evaluated is not evaluated again.
    state_.evaluation_due = setup_->validation && (due || last) && last_evaluated_ != state_.update;
    if (state_.evaluation_due && !evaluate_now()) return true;
    if (job_.checkpoint.every_updates > 0 && state_.update % job_.checkpoint.every_updates == 0 && !last &&
        saver_.newest() != state_.update) {
        setup_->strategy->settle(device_, setup_->store());
        saver_.begin(setup_->store(), *setup_->strategy, state_, setup_->texts);
    }
    return false;
}

/// False: interrupted by a stop request; the evaluation stays due.
bool TrainingRun::evaluate_now() {
    progress_->pause();
    note_phase(communicator_, "evaluation");
    setup_->strategy->settle(device_, setup_->store());
    EvaluationOptions options;
    options.micro_batch_tokens = job_.train.micro_batch_tokens;
    options.placement = setup_->loader_options().placement;
    options.stop_requested = [this] { return stop_->pending(); };
    const Evaluation result = evaluate(communicator_, device_, *setup_->model, *setup_->validation, options);
    if (result.stopped) return false;
    const EvaluationFigures figures{state_.update, result.samples, result.loss, result.metrics,
                                    evaluation_json(result, setup_->labels)};
    state_.evaluation_due = false;
    last_evaluated_ = state_.update;
    state_.history.add(figures);
    output_->evaluation(figures);
    log_.info(evaluation_line(figures));
    keep_if_best(figures);
    return true;
}

void TrainingRun::keep_if_best(const EvaluationFigures& figures) {
    const std::string& metric = setup_->best_metric;
    const double value = metric == "loss" ? figures.loss : figures.metrics.at(metric);
    const bool better = !state_.has_best || (std::isfinite(value) && !std::isfinite(state_.best_value)) ||
                        (higher_is_better(metric) ? value > state_.best_value : value < state_.best_value);
    if (!better) return;
    const bool saved = save_policy_.attempt("the best model so far (best.h5)", false, [&] {
        save_model(communicator_, device_, directory_.best(), setup_->store(), setup_->texts);
    });
    if (!saved) return;  // the file and what is told of it stay those of the best one before
    state_.has_best = true;
    state_.best_value = value;
    state_.best_update = state_.update;
}

/// A checkpoint is under its final name.
void TrainingRun::saved(const SavedCheckpoint& checkpoint) {
    stop_->saved(checkpoint.seconds);
    output_->checkpoint(checkpoint);
    progress_->pause();
    log_.info(fmt::format("checkpoint of update {}: {}, saved in {:.2f} s, training waited {:.2f} s",
                          checkpoint.update, checkpoint.path.string(), checkpoint.seconds,
                          checkpoint.stall_seconds));
}

/// A finished run may do without its last checkpoint (checkpoint.on_error), a stopped one may not.
void TrainingRun::save_last_checkpoint(bool done) {
    saver_.complete();
    if (saver_.newest() == state_.update) return;
    setup_->strategy->settle(device_, setup_->store());
    saver_.save(setup_->store(), *setup_->strategy, state_, setup_->texts, !done);
}

void TrainingRun::save_final_model() {
    note_phase(communicator_, "saving the model");
    setup_->strategy->settle(device_, setup_->store());
    save_policy_.attempt("the model (model.h5)", true, [&] {
        save_model(communicator_, device_, directory_.model(), setup_->store(), setup_->texts);
    });
}

ExitStatus TrainingRun::finish(TrainingEnd end) {
    progress_->pause();
    const bool done =
        (end == TrainingEnd::done || state_.update >= plan_.total_updates) && !state_.evaluation_due;
    save_last_checkpoint(done);
    if (done) save_final_model();
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    RunSummary summary;
    summary.status = done ? "done" : "stopped";
    summary.ranks = communicator_.size();
    summary.seconds = seconds;
    summary.best_metric = setup_->best_metric;
    output_->end(summary, state_);
    return tell_end(done, seconds);
}

ExitStatus TrainingRun::tell_end(bool done, double seconds) {
    if (done) {
        log_.info(fmt::format("done: {} updates in {}; model {}", state_.update, duration_text(seconds),
                              directory_.model().string()));
        return ExitStatus::done;
    }
    log_.info(fmt::format("stopped on request{} after update {}; run the same command again to go on from {}",
                          stop_->reason().empty() ? "" : " (" + stop_->reason() + ")", state_.update,
                          directory_.checkpoint(state_.update).string()));
    return ExitStatus::stopped;
}

}  // namespace

ExitStatus run_training(const comm::Communicator& communicator, Device& device, Log& log,
                        const config::Job& job, const RunOptions& options) {
    return TrainingRun(communicator, device, log, job, options).run();
}

}  // namespace remo::train
