#include "adamw.hpp"

#include <cmath>

#include "remo/kernels/optimizer_updates.hpp"
#include "update_ranges.hpp"

namespace remo::optim {

AdamW::AdamW(const OptimizerOptions& options, Device& device, const ParameterStore& store)
    : options_(options),
      exp_avg_("remo::optim::exp_avg", store.flat_size()),
      exp_avg_sq_("remo::optim::exp_avg_sq", store.flat_size()) {
    for (const Buffer<float>* state : {&exp_avg_, &exp_avg_sq_}) {
        device.fill_zero(state->data(), static_cast<std::size_t>(state->size()) * sizeof(float));
    }
}

void AdamW::step(Device& device, ParameterStore& store, const UpdateRates& rates, float gradient_scale) {
    ++steps_;
    kernels::AdamW update;
    update.beta1 = options_.beta1;
    update.beta2 = options_.beta2;
    update.epsilon = options_.epsilon;
    update.bias_correction1 = 1.0 - std::pow(options_.beta1, static_cast<double>(steps_));
    update.bias_correction2 = 1.0 - std::pow(options_.beta2, static_cast<double>(steps_));
    update.gradient_scale = gradient_scale;
    for (const UpdateRange& range : update_ranges(store, rates)) {
        update.learning_rate = rates.learning_rate * static_cast<double>(range.rate_scale);
        update.weight_decay = range.decays ? options_.weight_decay : 0.0;
        kernels::adamw_update(device, update, store.gradients().part(range.begin, range.size),
                              store.values().part(range.begin, range.size),
                              exp_avg_.view().part(range.begin, range.size),
                              exp_avg_sq_.view().part(range.begin, range.size));
    }
}

std::vector<StateBuffer> AdamW::state() {
    return {{"exp_avg", exp_avg_.view()}, {"exp_avg_sq", exp_avg_sq_.view()}};
}

}  // namespace remo::optim
