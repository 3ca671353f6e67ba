#include "remo/train/run_output.hpp"

#include <fmt/format.h>

#include "remo/base/file.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/config/job_file.hpp"
#include "remo/io/json.hpp"

namespace remo::train {

RunOutput::RunOutput(const comm::Communicator& communicator, const RunDirectory& directory,
                     const config::Job& job, std::int64_t last_update)
    : directory_(directory) {
    comm::on_root(communicator, [&] {
        remo::create_directories(directory_.checkpoints());
        write_file_atomically(directory_.job(), config::print_job(job));
        std::error_code ignored;
        std::filesystem::remove(directory_.summary(), ignored);
        metrics_.emplace(directory_.metrics(), last_update);
    });
}

void RunOutput::update(const UpdateFigures& figures) {
    if (!metrics_) return;
    metrics_->update(figures);
    seconds_ += figures.seconds;
    tokens_ += figures.seconds * figures.tokens_per_second;
}

void RunOutput::evaluation(const EvaluationFigures& figures) {
    if (!metrics_) return;
    metrics_->evaluation(figures);
}

void RunOutput::checkpoint(const SavedCheckpoint& checkpoint) {
    if (!metrics_) return;
    metrics_->checkpoint(checkpoint.update, checkpoint.path.string(), checkpoint.seconds,
                         checkpoint.stall_seconds);
}

void RunOutput::end(const RunSummary& summary, const TrainingState& state) {
    if (!metrics_) return;
    metrics_->end(summary.status, state.update, summary.seconds);
    io::Json json{{"status", summary.status},
                  {"updates", state.update},
                  {"samples", state.samples},
                  {"skipped_updates", state.skipped},
                  {"ranks", summary.ranks},
                  {"seconds", summary.seconds},
                  {"training_tokens_per_second", seconds_ > 0.0 ? tokens_ / seconds_ : 0.0}};
    if (summary.status == "done") json["model"] = directory_.model().string();
    if (state.has_best) {
        json["best"] = {{"metric", summary.best_metric},
                        {"value", state.best_value},
                        {"update", state.best_update},
                        {"file", directory_.best().string()}};
    }
    if (const auto last = state.history.last_evaluation()) {
        json["evaluation"] = {{"update", last->update}, {"loss", last->loss}};
        for (const auto& [name, value] : last->metrics) json["evaluation"][name] = value;
    }
    write_file_atomically(directory_.summary(), json.dump(2) + "\n");
}

void write_failed_summary(const RunDirectory& directory, const std::string& reason) {
    try {
        write_file_atomically(directory.summary(),
                              io::Json{{"status", "failed"}, {"error", reason}}.dump(2) + "\n");
    } catch (const Error&) {
        // The disk that the run failed for, most likely.
    }
}

std::string evaluation_line(const EvaluationFigures& figures) {
    std::string text = fmt::format("evaluation at update {}: {} samples, loss {:.4f}", figures.update,
                                   figures.samples, figures.loss);
    for (const char* name : {"accuracy", "f1", "f1_macro", "matthews_correlation"}) {
        const auto found = figures.metrics.find(name);
        if (found != figures.metrics.end()) text += fmt::format(", {} {:.4f}", name, found->second);
    }
    return text;
}

}  // namespace remo::train
