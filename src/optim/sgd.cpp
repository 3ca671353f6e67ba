#include "sgd.hpp"

#include "remo/base/error.hpp"
#include "remo/kernels/optimizer_updates.hpp"
#include "update_ranges.hpp"

namespace remo::optim {

Sgd::Sgd(const OptimizerOptions& options, Device& device, const ParameterStore& store) : options_(options) {
    if (options_.nesterov && options_.momentum <= 0.0) {
        throw Error(ExitStatus::usage, "Nesterov's SGD needs a momentum above 0");
    }
    if (options_.momentum == 0.0) return;
    momentum_ = Buffer<float>("remo::optim::momentum_buffer", store.flat_size());
    device.fill_zero(momentum_.data(), static_cast<std::size_t>(momentum_.size()) * sizeof(float));
}

void Sgd::step(Device& device, ParameterStore& store, const UpdateRates& rates, float gradient_scale) {
    ++steps_;
    kernels::Sgd update;
    update.momentum = options_.momentum;
    update.nesterov = options_.nesterov;
    update.gradient_scale = gradient_scale;
    for (const UpdateRange& range : update_ranges(store, rates)) {
        update.learning_rate = rates.learning_rate * static_cast<double>(range.rate_scale);
        update.weight_decay = range.decays ? options_.weight_decay : 0.0;
        const Vector momentum =
            momentum_.size() == 0 ? Vector{} : momentum_.view().part(range.begin, range.size);
        kernels::sgd_update(device, update, store.gradients().part(range.begin, range.size),
                            store.values().part(range.begin, range.size), momentum);
    }
}

std::vector<StateBuffer> Sgd::state() {
    if (momentum_.size() == 0) return {};
    return {{"momentum_buffer", momentum_.view()}};
}

}  // namespace remo::optim
