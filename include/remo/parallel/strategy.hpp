#pragma once
/// \file
/// How gradients and parameters of the replicas are kept in step. Knows ParameterStore, not models.
#include <cstdint>
#include <memory>
#include <string>

#include "remo/comm/communicator.hpp"
#include "remo/optim/optimizer.hpp"
#include "remo/tensor/parameter_store.hpp"

namespace remo::parallel {

struct StrategyOptions {
    std::string name = "allreduce";  ///< or "root"
    int root_rank = 0;               ///< the designated rank of "root"
    double bucket_mib = 1.0;         ///< size of one MPI call
};

/// Sums gradients over ranks. `add` may begin to communicate at once; between `add`s the caller computes.
class Reducer {
  public:
    virtual ~Reducer() = default;
    /// The flat gradient range [begin, begin + size) is final on this rank. Same calls in the same order on all ranks.
    virtual void add(Index begin, Index size) = 0;
    /// Waits until the sums are where they are needed; all of the buffer must have been added.
    virtual void finalize() = 0;
};

/// What one update cost and found.
struct UpdateReport {
    double gradient_norm = 0.0;          ///< global L2 norm after the reduction, before clipping
    bool finite = true;                  ///< false: nothing was updated
    double communication_seconds = 0.0;  ///< waited for on this rank
    std::int64_t communication_bytes = 0;
};

/// One strategy. All methods are collective.
class Strategy {
  public:
    virtual ~Strategy() = default;
    /// Copies rank 0's parameters to all replicas.
    void broadcast_parameters(Device& device, ParameterStore& store);
    /// Zeroes the gradients; before `begin_update`.
    virtual void zero_gradients(Device& device, ParameterStore& store) { store.zero_gradients(device); }
    /// The reducer of this update; valid until `update`. \param touched  the rows of the embedding table that the global batch
    /// touches, the same on all ranks: others need not be zeroed, summed or updated; without a table everything is.
    virtual Reducer& begin_update(Device& device, ParameterStore& store, const optim::TouchedRows& touched = {}) = 0;
    /// Brings all parameters up to date, rows that wait for their decay too; before evaluation, saving and comparison.
    virtual void settle(Device& device, ParameterStore& store) {
        if (optimizer() != nullptr) optimizer()->settle(device, store);
    }
    /// Ends the reduction, clips by the global norm (max_norm 0: never; divides by norm + 1e-6 as PyTorch), steps the
    /// optimiser and leaves the same parameters on all ranks.
    virtual UpdateReport update(Device& device, ParameterStore& store, const optim::UpdateRates& rates,
                                double max_norm) = 0;
    /// The optimiser where this rank holds one (all ranks: allreduce; the designated rank: root), else null.
    [[nodiscard]] virtual optim::Optimizer* optimizer() = 0;
    /// The rank(s) that hold optimiser state: -1 when each holds all of it.
    [[nodiscard]] virtual int state_holder() const = 0;
    /// AgreedError(failure), naming the first differing rank, unless all replicas hold equal bits.
    void check_replicas(Device& device, const ParameterStore& store);

  protected:
    explicit Strategy(const comm::Communicator& communicator) : communicator_(communicator) {}
    const comm::Communicator& communicator_;
};

std::unique_ptr<Strategy> make_strategy(const StrategyOptions& options,
                                        const optim::OptimizerOptions& optimizer,
                                        const comm::Communicator& communicator, Device& device,
                                        const ParameterStore& store);

}  // namespace remo::parallel
