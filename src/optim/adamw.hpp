#pragma once
#include "remo/optim/optimizer.hpp"

namespace remo::optim {

/// AdamW (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019), as torch.optim.AdamW: the decay goes to
/// weights and embeddings, not to biases and norms.
class AdamW : public Optimizer {
  public:
    AdamW(const OptimizerOptions& options, Device& device, const ParameterStore& store);
    void step(Device& device, ParameterStore& store, const UpdateRates& rates, float gradient_scale) override;
    std::vector<StateBuffer> state() override;
    [[nodiscard]] std::int64_t steps() const override { return steps_; }
    void set_steps(std::int64_t steps) override { steps_ = steps; }
    [[nodiscard]] ShardUnit shard_unit() const override { return ShardUnit::element; }

  private:
    OptimizerOptions options_;
    std::int64_t steps_ = 0;
    Buffer<float> exp_avg_;
    Buffer<float> exp_avg_sq_;
};

}  // namespace remo::optim
