#pragma once
#include "remo/optim/optimizer.hpp"

namespace remo::optim {

/// Stochastic gradient descent with momentum, as torch.optim.SGD (dampening 0). Without momentum it has no state.
class Sgd : public Optimizer {
  public:
    Sgd(const OptimizerOptions& options, Device& device, const ParameterStore& store);
    void step(Device& device, ParameterStore& store, const UpdateRates& rates, float gradient_scale) override;
    std::vector<StateBuffer> state() override;
    [[nodiscard]] std::int64_t steps() const override { return steps_; }
    void set_steps(std::int64_t steps) override { steps_ = steps; }
    [[nodiscard]] ShardUnit shard_unit() const override { return ShardUnit::element; }

  private:
    OptimizerOptions options_;
    std::int64_t steps_ = 0;
    Buffer<float> momentum_;
};

}  // namespace remo::optim
