#pragma once
/// \file
/// What a training run is made of: data sets, labels, model, optimiser, strategy; and where it starts.
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "remo/base/log.hpp"
#include "remo/comm/communicator.hpp"
#include "remo/config/job.hpp"
#include "remo/data/batch_loader.hpp"
#include "remo/models/model.hpp"
#include "remo/optim/schedule.hpp"
#include "remo/parallel/strategy.hpp"
#include "remo/train/checkpoint.hpp"
#include "remo/train/model_source.hpp"
#include "remo/train/run_directory.hpp"
#include "remo/train/run_lock.hpp"
#include "remo/train/run_plan.hpp"
#include "remo/train/training_run.hpp"

namespace remo::train {

/// Collective to make. All mistakes in model, data and labels are told here, before any training.
class RunSetup {
  public:
    /// \param stop_requested  asked on every rank while data is tokenised
    RunSetup(const comm::Communicator& communicator, Device& device, Log& log, const config::Job& job,
             std::function<bool()> stop_requested = {});
    /// Makes optimiser, strategy and schedule, for which the number of updates must be known.
    void make_trainable(const RunPlan& plan);

    [[nodiscard]] ParameterStore& store() { return model->parameters(); }
    [[nodiscard]] data::LoaderOptions loader_options() const;

  private:
    // Before the members that they make.
    const comm::Communicator& communicator_;
    Device& device_;
    Log& log_;
    const config::Job& job_;
    std::function<bool()> stop_requested_;
    ModelSource source_;
    text::Tokenizer tokenizer_;

    [[nodiscard]] data::TokenDataset prepare(const std::string& path);
    void set_labels();
    void make_model();

  public:
    data::TokenDataset train;
    std::optional<data::TokenDataset> validation;
    std::unique_ptr<models::Model> model;
    std::unique_ptr<parallel::Strategy> strategy;
    std::unique_ptr<optim::Schedule> schedule;
    std::string best_metric;
    std::vector<std::string> labels;  ///< names by class index
    FileTexts texts;
};

/// Where a run starts: afresh, from a checkpoint, or not at all.
struct StartPoint {
    bool finished = false;
    std::string checkpoint;  ///< empty: afresh
    std::unique_ptr<RunLock> lock;
};

/// Collective: takes the run directory (rank 0 holds the lock) and looks what is in it. Error(usage) when it is held by
/// another process, holds another job's output, or can't be written.
StartPoint choose_start(const comm::Communicator& communicator, const RunDirectory& directory,
                        const config::Job& job, const RunOptions& options, Log& log);

}  // namespace remo::train
