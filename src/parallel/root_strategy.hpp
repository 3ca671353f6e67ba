#pragma once
#include <memory>

#include "gradient_reducer.hpp"
#include "remo/parallel/strategy.hpp"

namespace remo::parallel {

/// The designated rank gets the sum of all gradients, alone holds optimiser state, updates, and broadcasts the parameters.
class RootStrategy : public Strategy {
  public:
    /// \param optimizer  null on all ranks but the designated one
    RootStrategy(const comm::Communicator& communicator, const StrategyOptions& options,
                 std::unique_ptr<optim::Optimizer> optimizer);
    Reducer& begin_update(Device& device, ParameterStore& store, const optim::TouchedRows& touched) override;
    UpdateReport update(Device& device, ParameterStore& store, const optim::UpdateRates& rates,
                        double max_norm) override;
    [[nodiscard]] optim::Optimizer* optimizer() override { return optimizer_.get(); }
    [[nodiscard]] int state_holder() const override { return options_.root_rank; }

  private:
    StrategyOptions options_;
    std::unique_ptr<optim::Optimizer> optimizer_;
    RowGradients rows_;
    std::unique_ptr<GradientReducer> reducer_;
};

}  // namespace remo::parallel
