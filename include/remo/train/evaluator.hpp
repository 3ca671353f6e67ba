#pragma once
/// \file
/// Evaluation and prediction: every sample once, in forward passes without stored activations.
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>

#include "remo/comm/communicator.hpp"
#include "remo/data/batch_loader.hpp"
#include "remo/models/model.hpp"
#include "remo/train/classification_metrics.hpp"

namespace remo::train {

/// Result of an evaluation, the same on all ranks.
struct Evaluation {
    double loss = 0.0;         ///< mean cross-entropy over labelled samples
    std::int64_t samples = 0;  ///< samples seen
    ConfusionMatrix confusion{1};
    std::map<std::string, double> metrics;  ///< classification_metrics
    bool stopped = false;                   ///< a stop request came in between; the figures are not complete
};

struct EvaluationOptions {
    std::int64_t micro_batch_tokens = 4096;
    data::Placement placement = data::Placement::scatter;
    /// Asked between batches on every rank; when any rank says true, all stop.
    std::function<bool()> stop_requested;
};

/// Collective. Error(failure) unless the samples counted over the ranks are exactly the data set's.
Evaluation evaluate(const comm::Communicator& communicator, Device& device, models::Model& model,
                    const data::TokenDataset& dataset, const EvaluationOptions& options);

/// Receives the logits of samples first, first + 1, … (rows, labels), row-major, on rank 0 and in input order.
using LogitConsumer = std::function<void(std::int64_t first, std::span<const float> logits)>;

/// Collective: streams the logits of all samples to rank 0, some hundred samples at a time.
void predict(const comm::Communicator& communicator, Device& device, models::Model& model,
             const data::TokenDataset& dataset, const EvaluationOptions& options,
             const LogitConsumer& consumer);

}  // namespace remo::train
