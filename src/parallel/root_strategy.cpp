#include "root_strategy.hpp"

#include <cmath>

#include "clipping.hpp"
#include "remo/kernels/reduce.hpp"
#include "remo/parallel/broadcast.hpp"
#include "stopwatch.hpp"

namespace remo::parallel {

RootStrategy::RootStrategy(const comm::Communicator& communicator, const StrategyOptions& options,
                           std::unique_ptr<optim::Optimizer> optimizer)
    : Strategy(communicator), options_(options), optimizer_(std::move(optimizer)) {}

/// The parameters travel whole, so every row must be up to date at once: rows are not told apart.
Reducer& RootStrategy::begin_update(Device& device, ParameterStore& store, const optim::TouchedRows&) {
    reducer_ = std::make_unique<GradientReducer>(device, store, rows_, options_.bucket_mib,
                                                 [this](std::span<float> bucket) {
                                                     if (communicator_.size() > 1)
                                                         communicator_.sum_to(bucket, options_.root_rank);
                                                 });
    return *reducer_;
}

UpdateReport RootStrategy::update(Device& device, ParameterStore& store, const optim::UpdateRates& rates,
                                  double max_norm) {
    reducer_->finalize();
    UpdateReport report;
    if (optimizer_ != nullptr) {
        report.gradient_norm = std::sqrt(kernels::sum_of_squares(device, store.gradients()));
        if (std::isfinite(report.gradient_norm)) {
            optimizer_->step(device, store, rates, clip_factor(report.gradient_norm, max_norm));
        }
    }
    double sharing_seconds = 0.0;
    {
        const Stopwatch watch(sharing_seconds);
        communicator_.broadcast(std::span<double>(&report.gradient_norm, 1), options_.root_rank);
        report.finite = std::isfinite(report.gradient_norm);
        if (report.finite) parallel::broadcast_parameters(communicator_, device, store, options_.root_rank);
    }
    report.communication_seconds = reducer_->seconds() + sharing_seconds;
    report.communication_bytes = communicator_.size() > 1 ? 2 * reducer_->bytes() : 0;
    return report;
}

}  // namespace remo::parallel
