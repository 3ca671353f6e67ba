#include "weight_names.hpp"

#include <algorithm>
#include <array>

namespace remo::models {

namespace {

bool starts_with_any(std::string_view name, const std::vector<std::string_view>& prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [name](std::string_view p) { return name.starts_with(p); });
}

/// TensorFlow's names of LayerNorm parameters, which older files kept.
std::string modern_name(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 2> renamed{
        {{".gamma", ".weight"}, {".beta", ".bias"}}};
    for (const auto& [old_ending, ending] : renamed) {
        if (name.ends_with(old_ending)) {
            return std::string(name.substr(0, name.size() - old_ending.size())) + std::string(ending);
        }
    }
    return std::string(name);
}

bool is_buffer(std::string_view name) {
    return name.ends_with("embeddings.position_ids") || name.ends_with("embeddings.token_type_ids");
}

}  // namespace

TensorPlace place_of(std::string_view stored_name, const NameRules& rules, const ParameterStore& parameters) {
    const std::string name = modern_name(stored_name);
    for (const std::string& candidate : {name, std::string(rules.prefix) + name}) {
        const ParameterHandle handle = parameters.find(candidate);
        if (handle.valid()) return {TensorUse::parameter, handle};
    }
    if (is_buffer(name) || starts_with_any(name, rules.ignored)) return {TensorUse::ignored, {}};
    return {};
}

bool belongs_to_head(std::string_view parameter_name, const NameRules& rules) {
    return starts_with_any(parameter_name, rules.head);
}

}  // namespace remo::models
