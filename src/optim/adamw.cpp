#include "adamw.hpp"

#include <cmath>

#include "remo/kernels/optimizer_updates.hpp"
#include "update_ranges.hpp"

namespace remo::optim {
namespace {

/// A table's slice of a flat buffer as a matrix (rows, columns).
Matrix rows_of(const ParameterStore& store, ParameterHandle table, Vector flat) {
    const Parameter& parameter = store.at(table);
    return {flat.data + parameter.offset, parameter.shape[0], parameter.shape[1]};
}

}  // namespace

AdamW::AdamW(const OptimizerOptions& options, Device& device, const ParameterStore& store)
    : options_(options),
      exp_avg_("remo::optim::exp_avg", store.flat_size()),
      exp_avg_sq_("remo::optim::exp_avg_sq", store.flat_size()) {
    for (const Buffer<float>* state : {&exp_avg_, &exp_avg_sq_}) {
        device.fill_zero(state->data(), static_cast<std::size_t>(state->size()) * sizeof(float));
    }
}

kernels::AdamW AdamW::next_update(float gradient_scale) {
    ++steps_;
    kernels::AdamW update;
    update.beta1 = options_.beta1;
    update.beta2 = options_.beta2;
    update.epsilon = options_.epsilon;
    update.bias_correction1 = 1.0 - std::pow(options_.beta1, static_cast<double>(steps_));
    update.bias_correction2 = 1.0 - std::pow(options_.beta2, static_cast<double>(steps_));
    update.gradient_scale = gradient_scale;
    return update;
}

void AdamW::step(Device& device, ParameterStore& store, const UpdateRates& rates, float gradient_scale) {
    settle(device, store);
    waiting_.forget();  // rows become active without `touch` here
    step_ranges(device, store, rates, next_update(gradient_scale), {});
}

void AdamW::step(Device& device, ParameterStore& store, const UpdateRates& rates, float gradient_scale,
                 const TouchedRows& touched) {
    if (!touched.table.valid()) {
        step(device, store, rates, gradient_scale);
        return;
    }
    const kernels::AdamW update = next_update(gradient_scale);
    step_ranges(device, store, rates, update, touched.table);
    step_rows(device, store, rates, update, touched);
}

void AdamW::step_ranges(Device& device, ParameterStore& store, const UpdateRates& rates,
                        kernels::AdamW update, ParameterHandle left_out) {
    for (const UpdateRange& range : update_ranges(store, rates, left_out)) {
        update.learning_rate = rates.learning_rate * static_cast<double>(range.rate_scale);
        update.weight_decay = range.decays ? options_.weight_decay : 0.0;
        kernels::adamw_update(device, update, store.gradients().part(range.begin, range.size),
                              store.values().part(range.begin, range.size),
                              exp_avg_.view().part(range.begin, range.size),
                              exp_avg_sq_.view().part(range.begin, range.size));
    }
}

void AdamW::step_rows(Device& device, ParameterStore& store, const UpdateRates& rates, kernels::AdamW update,
                      const TouchedRows& touched) {
    bring_up_to_date(device, store, touched);
    const double scale =
        rates.scale == nullptr ? 1.0 : (*rates.scale)[static_cast<std::size_t>(table_.index)];
    update.learning_rate = rates.learning_rate * scale;
    update.weight_decay = store.at(table_).decays() ? options_.weight_decay : 0.0;
    const Matrix values = rows_of(store, table_, store.values());
    kernels::adamw_update_rows(device, update, waiting_.active_rows(device), store.gradient_matrix(table_),
                               values, rows_of(store, table_, exp_avg_.view()),
                               rows_of(store, table_, exp_avg_sq_.view()));
    waiting_.miss(device, kernels::decay_factor(update), values);
}

void AdamW::bring_up_to_date(Device& device, ParameterStore& store, const TouchedRows& touched) {
    if (!touched.table.valid()) return;
    if (!waiting_.begun() || table_.index != touched.table.index) {
        table_ = touched.table;
        waiting_.begin(device, rows_of(store, table_, exp_avg_.view()),
                       rows_of(store, table_, exp_avg_sq_.view()));
    }
    waiting_.touch(device, touched.rows, rows_of(store, table_, store.values()));
}

void AdamW::settle(Device& device, ParameterStore& store) {
    if (waiting_.begun()) waiting_.settle(device, rows_of(store, table_, store.values()));
}

void AdamW::set_steps(std::int64_t steps) {
    steps_ = steps;
    waiting_.forget();
}

std::vector<StateBuffer> AdamW::state() {
    return {{"exp_avg", exp_avg_.view()}, {"exp_avg_sq", exp_avg_sq_.view()}};
}

}  // namespace remo::optim
