#pragma once
#include <memory>

#include "gradient_reducer.hpp"
#include "remo/parallel/strategy.hpp"

namespace remo::parallel {

/// Every rank gets the sum of all gradients and does the same update: MPI_Allreduce in buckets.
class AllreduceStrategy : public Strategy {
  public:
    AllreduceStrategy(const comm::Communicator& communicator, const StrategyOptions& options,
                      std::unique_ptr<optim::Optimizer> optimizer);
    void zero_gradients(Device& device, ParameterStore& store) override { rows_.zero(device, store); }
    Reducer& begin_update(Device& device, ParameterStore& store, const optim::TouchedRows& touched) override;
    UpdateReport update(Device& device, ParameterStore& store, const optim::UpdateRates& rates,
                        double max_norm) override;
    [[nodiscard]] optim::Optimizer* optimizer() override { return optimizer_.get(); }
    [[nodiscard]] int state_holder() const override { return -1; }

  private:
    StrategyOptions options_;
    std::unique_ptr<optim::Optimizer> optimizer_;
    RowGradients rows_;
    std::unique_ptr<GradientReducer> reducer_;
};

}  // namespace remo::parallel
