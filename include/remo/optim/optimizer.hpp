#pragma once
/// \file
/// The optimiser interface. One file an optimiser, listed in optimizer_registry.cpp.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "remo/tensor/parameter_store.hpp"

namespace remo::optim {

/// In what unit an optimiser's update can be split over ranks.
enum class ShardUnit : std::uint8_t { element, block, row, tensor };

/// A named piece of optimiser state: same flat layout as the parameters (name, shape, offset of ParameterStore).
struct StateBuffer {
    std::string name;  ///< "exp_avg", "exp_avg_sq", …: the group below /optimizer
    Vector values;     ///< (flat_size)
};

struct OptimizerOptions {
    std::string name = "adamw";
    double weight_decay = 0.01;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
    double momentum = 0.0;  ///< SGD
    bool nesterov = false;  ///< SGD; needs momentum
};

/// Per-parameter rates: learning_rate * rate_scale[i], computed by the caller from head rate and layer decay.
struct UpdateRates {
    double learning_rate = 0.0;
    const std::vector<float>* scale = nullptr;  ///< (parameters); null: 1 everywhere
};

/// The rows of one embedding table that have a gradient in this update; its other rows' gradients are zero.
struct TouchedRows {
    ParameterHandle table;           ///< invalid: not known, every parameter is treated as a whole
    std::vector<std::int32_t> rows;  ///< ascending, distinct
};

class Optimizer {
  public:
    virtual ~Optimizer() = default;
    /// Whether updates may leave out rows that were never touched (`step` with rows).
    [[nodiscard]] virtual bool updates_rows() const { return false; }
    /// As `step` without rows, bit for bit once `settle` was called: rows of the table that never had a gradient wait for it.
    virtual void step(Device& device, ParameterStore& store, const UpdateRates& rates, float gradient_scale,
                      const TouchedRows&) {
        step(device, store, rates, gradient_scale);
    }
    /// Does what these rows wait for; before the forward pass that reads them.
    virtual void bring_up_to_date(Device&, ParameterStore&, const TouchedRows&) {}
    /// Does what waiting rows wait for; before values are read for anything but training.
    virtual void settle(Device&, ParameterStore&) {}
    /// One update of all trainable parameters from their gradients, each multiplied by `gradient_scale` (clipping).
    virtual void step(Device& device, ParameterStore& store, const UpdateRates& rates, float gradient_scale) = 0;
    [[nodiscard]] virtual std::vector<StateBuffer> state() = 0;      ///< for checkpoints; device memory
    [[nodiscard]] virtual std::int64_t steps() const = 0;            ///< updates done, for bias correction
    virtual void set_steps(std::int64_t steps) = 0;                  ///< after loading state
    [[nodiscard]] virtual ShardUnit shard_unit() const = 0;
};

/// Error(usage) lists the known names when `options.name` is none of them.
std::unique_ptr<Optimizer> make_optimizer(const OptimizerOptions& options, Device& device, const ParameterStore& store);

}  // namespace remo::optim
