#pragma once
/// \file
/// Saves the checkpoints of a run, at once or while training goes on.
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

#include "remo/config/job.hpp"
#include "remo/io/file_writer.hpp"
#include "remo/train/checkpoint.hpp"
#include "remo/train/save_policy.hpp"

namespace remo::train {

/// A checkpoint under its final name.
struct SavedCheckpoint {
    std::int64_t update = 0;
    std::filesystem::path path;
    double seconds = 0.0;        ///< from the beginning until it had its final name
    double stall_seconds = 0.0;  ///< of these, what training waited
};

/// At most one checkpoint is on its way. The same on all ranks; destroyed while one is on its way, it gives that one up.
class CheckpointSaver {
  public:
    using Told = std::function<void(const SavedCheckpoint&)>;

    /// \param saved  called on all ranks for each checkpoint that is complete
    CheckpointSaver(const comm::Communicator& communicator, Device& device, const RunDirectory& directory,
                    const config::CheckpointSection& settings, const SavePolicy& policy, Told saved);

    /// Collective: saves the state, after waiting for the checkpoint on its way. With checkpoint.async it returns once writing
    /// has begun; values may change after before_change().
    void begin(const ParameterStore& store, parallel::Strategy& strategy, const TrainingState& state,
               const FileTexts& texts);
    /// Collective: the same, and waits for its end. \param required  the run must not go on without it
    void save(const ParameterStore& store, parallel::Strategy& strategy, const TrainingState& state,
              const FileTexts& texts, bool required);
    /// To be called before parameters or optimiser state change.
    void before_change();
    /// Collective: takes the checkpoint on its way a step further if all ranks are done with the last one.
    void poll();
    /// Collective: waits for the checkpoint on its way, if there is one.
    void complete();
    /// The update of the newest checkpoint that is saved or on its way; -1: none.
    [[nodiscard]] std::int64_t newest() const { return newest_; }
    void resumed_from(std::int64_t update) { newest_ = update; }

  private:
    using Clock = std::chrono::steady_clock;
    void start(const ParameterStore& store, parallel::Strategy& strategy, const TrainingState& state,
               const FileTexts& texts, io::Writing writing, bool required);
    void finish(bool required);
    void proceed(bool required, const std::function<bool(io::FileWriter&)>& step);
    void attempt(bool required, const std::function<void()>& action);

    const comm::Communicator& communicator_;
    Device& device_;
    RunDirectory directory_;
    config::CheckpointSection settings_;
    SavePolicy policy_;
    Told saved_;
    SavedCheckpoint current_;
    Clock::time_point begin_;
    bool copied_ = true;
    std::int64_t newest_ = -1;
    std::int64_t newest_before_ = -1;  ///< what newest_ is again when the one on its way fails
    std::unique_ptr<io::FileWriter> writer_;
};

}  // namespace remo::train
