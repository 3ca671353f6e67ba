#include "allreduce_strategy.hpp"

#include <cmath>

#include "clipping.hpp"
#include "remo/kernels/reduce.hpp"

namespace remo::parallel {

AllreduceStrategy::AllreduceStrategy(const comm::Communicator& communicator, const StrategyOptions& options,
                                     std::unique_ptr<optim::Optimizer> optimizer)
    : Strategy(communicator), options_(options), optimizer_(std::move(optimizer)) {}

Reducer& AllreduceStrategy::begin_update(Device& device, ParameterStore& store,
                                         const optim::TouchedRows& touched) {
    rows_.begin(device, optimizer_->updates_rows() ? touched : optim::TouchedRows{});
    optimizer_->bring_up_to_date(device, store, rows_.touched());
    reducer_ = std::make_unique<GradientReducer>(device, store, rows_, options_.bucket_mib,
                                                 [this](std::span<float> bucket) {
                                                     if (communicator_.size() > 1) communicator_.sum(bucket);
                                                 });
    return *reducer_;
}

UpdateReport AllreduceStrategy::update(Device& device, ParameterStore& store, const optim::UpdateRates& rates,
                                       double max_norm) {
    reducer_->finalize();
    UpdateReport report;
    report.communication_seconds = reducer_->seconds();
    report.communication_bytes = communicator_.size() > 1 ? reducer_->bytes() : 0;
    // The sums are the same bits on all ranks, so each finds the same norm without asking.
    double squares = 0.0;
    rows_.for_each_other_part(store, store.gradients(),
                              [&](Vector part) { squares += kernels::sum_of_squares(device, part); });
    if (rows_.active()) squares += kernels::sum_of_squares(device, rows_.packed());
    report.gradient_norm = std::sqrt(squares);
    report.finite = std::isfinite(report.gradient_norm);
    if (report.finite) {
        optimizer_->step(device, store, rates, clip_factor(report.gradient_norm, max_norm), rows_.touched());
    }
    return report;
}

}  // namespace remo::parallel
