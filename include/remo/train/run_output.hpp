#pragma once
/// \file
/// What a run writes beside checkpoints and models: job.toml, metrics.jsonl, summary.json.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "remo/comm/communicator.hpp"
#include "remo/config/job.hpp"
#include "remo/train/checkpoint_saver.hpp"
#include "remo/train/metrics_log.hpp"
#include "remo/train/run_directory.hpp"
#include "remo/train/training_state.hpp"

namespace remo::train {

/// summary.json, beside what TrainingState and the history tell.
struct RunSummary {
    std::string status;  ///< "done", "stopped" or "failed"
    int ranks = 1;
    double seconds = 0.0;
    std::string best_metric;
};

/// Writes on rank 0; the other ranks' calls do nothing.
class RunOutput {
  public:
    /// Collective. \param last_update  update that the run starts after: later lines of metrics.jsonl are cut
    RunOutput(const comm::Communicator& communicator, const RunDirectory& directory, const config::Job& job,
              std::int64_t last_update);
    void update(const UpdateFigures& figures);
    void evaluation(const EvaluationFigures& figures);
    void checkpoint(const SavedCheckpoint& checkpoint);
    void end(const RunSummary& summary, const TrainingState& state);

  private:
    RunDirectory directory_;
    std::optional<MetricsLog> metrics_;
    double seconds_ = 0.0;  ///< of all updates
    double tokens_ = 0.0;   ///< of all updates
};

/// summary.json of a run that failed: `status` "failed" and the reason. Any rank may write it. Where it can't be written, the
/// reason that is told on standard error must do.
void write_failed_summary(const RunDirectory& directory, const std::string& reason);

/// "evaluation at update 217: loss 0.3812, accuracy 0.8601, …"
std::string evaluation_line(const EvaluationFigures& figures);

}  // namespace remo::train
