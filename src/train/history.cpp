#include "remo/train/metrics_log.hpp"

namespace remo::train {

void History::add(const UpdateFigures& figures) {
    columns_["updates.update"].push_back(static_cast<double>(figures.update));
    columns_["updates.epoch"].push_back(figures.epoch);
    columns_["updates.samples"].push_back(static_cast<double>(figures.samples));
    columns_["updates.loss"].push_back(figures.loss);
    columns_["updates.learning_rate"].push_back(figures.learning_rate);
    columns_["updates.grad_norm"].push_back(figures.gradient_norm);
}

void History::add(const EvaluationFigures& figures) {
    columns_["evaluations.update"].push_back(static_cast<double>(figures.update));
    columns_["evaluations.loss"].push_back(figures.loss);
    for (const auto& [name, value] : figures.metrics) columns_["evaluations." + name].push_back(value);
}

}  // namespace remo::train
