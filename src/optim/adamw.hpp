#pragma once
#include "remo/kernels/optimizer_updates.hpp"
#include "remo/optim/optimizer.hpp"
#include "waiting_rows.hpp"

namespace remo::optim {

/// AdamW (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019), as torch.optim.AdamW: the decay goes to
/// weights and embeddings, not to biases and norms.
class AdamW : public Optimizer {
  public:
    AdamW(const OptimizerOptions& options, Device& device, const ParameterStore& store);
    void step(Device& device, ParameterStore& store, const UpdateRates& rates, float gradient_scale) override;
    void step(Device& device, ParameterStore& store, const UpdateRates& rates, float gradient_scale,
              const TouchedRows& touched) override;
    [[nodiscard]] bool updates_rows() const override { return true; }
    void bring_up_to_date(Device& device, ParameterStore& store, const TouchedRows& touched) override;
    void settle(Device& device, ParameterStore& store) override;
    std::vector<StateBuffer> state() override;
    [[nodiscard]] std::int64_t steps() const override { return steps_; }
    void set_steps(std::int64_t steps) override;
    [[nodiscard]] ShardUnit shard_unit() const override { return ShardUnit::element; }

  private:
    [[nodiscard]] kernels::AdamW next_update(float gradient_scale);
    void step_ranges(Device& device, ParameterStore& store, const UpdateRates& rates, kernels::AdamW update,
                     ParameterHandle left_out);
    void step_rows(Device& device, ParameterStore& store, const UpdateRates& rates, kernels::AdamW update,
                   const TouchedRows& touched);
    OptimizerOptions options_;
    std::int64_t steps_ = 0;
    Buffer<float> exp_avg_;
    Buffer<float> exp_avg_sq_;
    ParameterHandle table_;  ///< the one that `waiting_` is about
    WaitingRows waiting_;
};

}  // namespace remo::optim
