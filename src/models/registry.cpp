#include "remo/models/registry.hpp"

#include <array>

#include "architecture.hpp"
#include "remo/base/format.hpp"

namespace remo::models {

std::span<const Architecture* const> architectures() {
    static const std::array<const Architecture*, 2> list{&bert(), &distilbert()};
    return list;
}

const Architecture& find_architecture(std::string_view model_type, std::string_view origin) {
    std::vector<std::string_view> known;
    for (const Architecture* architecture : architectures()) {
        if (architecture->model_type == model_type) return *architecture;
        known.push_back(architecture->model_type);
    }
    usage_error("{}: model_type \"{}\" is not known; known are {}", origin, model_type,
                fmt::join(known, ", "));
}

namespace {

/// Other losses and outputs than those of one label a text would be computed wrongly.
void refuse_other_tasks(const ModelConfig& config) {
    if (!config.problem_type.empty() && config.problem_type != "single_label_classification") {
        usage_error(
            "{}: problem_type \"{}\" is not implemented yet; remo computes single_label_classification",
            config.origin, config.problem_type);
    }
    if (config.labels.size() < 2) {
        usage_error(
            "{}: a classifier needs at least two labels, but num_labels is {} (regression is not implemented "
            "yet)",
            config.origin, config.labels.size());
    }
}

}  // namespace

std::unique_ptr<Model> make_model(const ModelConfig& config) {
    refuse_other_tasks(config);
    return find_architecture(config.model_type, config.origin).make(config);
}

}  // namespace remo::models
