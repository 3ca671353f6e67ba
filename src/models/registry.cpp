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

std::unique_ptr<Model> make_model(const ModelConfig& config) {
    return find_architecture(config.model_type, config.origin).make(config);
}

}  // namespace remo::models
