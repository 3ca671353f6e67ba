#pragma once
/// \file
/// The training loop, and nothing else.
#include <array>
#include <functional>
#include <memory>

#include "remo/comm/communicator.hpp"
#include "remo/data/batch_loader.hpp"
#include "remo/models/model.hpp"
#include "remo/optim/schedule.hpp"
#include "remo/parallel/strategy.hpp"
#include "remo/train/skipped_update.hpp"
#include "remo/train/training_state.hpp"

namespace remo::train {

struct TrainerOptions {
    std::uint64_t seed = 42;
    std::int64_t total_updates = 0;
    double learning_rate = 0.0;
    double max_grad_norm = 0.0;
    std::int64_t check_replicas_every = 0;
    std::int64_t max_skipped_updates = 10;  ///< in a row
    std::int64_t samples_per_epoch = 0;
    std::int64_t global_batch_size = 0;
};

/// What the loop tells and asks between updates; every member is called on all ranks.
struct TrainerHooks {
    std::function<void(const UpdateFigures&)> updated;  ///< after each update
    std::function<void(const SkippedUpdate&)> skipped;  ///< instead, where the gradient was not finite
    std::function<void()> before_change;  ///< before parameters and optimiser state change; may be empty
    std::function<bool(bool epoch_end)>
        after_update;                      ///< evaluation and checkpoints; collective; true: all stop now
    std::function<bool()> stop_requested;  ///< on this rank; agreed on with the loss
};

enum class TrainingEnd { done, stopped };

class Trainer {
  public:
    Trainer(const comm::Communicator& communicator, Device& device, models::Model& model,
            parallel::Strategy& strategy, const optim::Schedule& schedule, data::BatchLoader& loader,
            TrainerOptions options);

    /// Collective: trains from `state` to the last update or until any rank is asked to stop.
    TrainingEnd run(TrainingState& state, const TrainerHooks& hooks);

    /// Sums over the ranks of what one update found.
    struct UpdateTotals {
        double loss = 0.0;  ///< of the global batch
        bool stop = false;  ///< some rank is asked to stop
    };
    /// Collective: adds this rank's gradients of a global batch to zeroed ones, giving ranges to the reducer as they become
    /// final. \param update  number of the update, which names its dropout \param stop  this rank is asked to stop
    UpdateTotals forward_backward(const data::UpdateBatch& batch, parallel::Reducer& reducer,
                                  std::int64_t update, bool stop);

  private:
    [[nodiscard]] std::int64_t first_batch(std::int64_t samples) const;
    double micro_batch(const PackedBatch& batch, double denominator, std::int64_t update,
                       const models::GradientReady& ready);
    void note_skipped(const data::UpdateBatch& batch, const UpdateFigures& figures, const TrainerHooks& hooks,
                      std::int64_t in_a_row);
    UpdateFigures one_update(const data::UpdateBatch& batch, TrainingState& state, const TrainerHooks& hooks,
                             bool& stop);

    const comm::Communicator& communicator_;
    Device& device_;
    models::Model& model_;
    parallel::Strategy& strategy_;
    const optim::Schedule& schedule_;
    data::BatchLoader& loader_;
    TrainerOptions options_;
    Arena arena_{"remo::activations"};
};

}  // namespace remo::train
