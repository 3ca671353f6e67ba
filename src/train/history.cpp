#include <string_view>

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

std::optional<EvaluationFigures> History::last_evaluation() const {
    constexpr std::string_view group = "evaluations.";
    const auto updates = columns_.find("evaluations.update");
    if (updates == columns_.end() || updates->second.empty()) return std::nullopt;
    EvaluationFigures last;
    last.update = static_cast<std::int64_t>(updates->second.back());
    for (const auto& [name, values] : columns_) {
        if (!name.starts_with(group) || name == updates->first || values.empty()) continue;
        const std::string metric = name.substr(group.size());
        (metric == "loss" ? last.loss : last.metrics[metric]) = values.back();
    }
    return last;
}

}  // namespace remo::train
