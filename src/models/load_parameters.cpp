#include <algorithm>

#include "architecture.hpp"
#include "initialise.hpp"
#include "remo/base/format.hpp"
#include "remo/models/registry.hpp"
#include "weight_names.hpp"

namespace remo::models {

namespace {

using Sources = std::vector<const io::TensorInfo*>;  ///< by parameter index; null: the source has none

std::string shape_text(const std::vector<Index>& shape) {
    return fmt::format("({})", fmt::join(shape, ", "));
}

Sources match_names(const ParameterStore& store, const NameRules& rules, const io::TensorSource& source,
                    LoadReport& report) {
    Sources sources(store.parameters().size(), nullptr);
    for (const io::TensorInfo& tensor : source.tensors()) {
        const TensorPlace place = place_of(tensor.name, rules, store);
        if (place.use == TensorUse::ignored) report.ignored.push_back(tensor.name);
        if (place.use == TensorUse::unexpected) report.unexpected.push_back(tensor.name);
        if (place.use != TensorUse::parameter) continue;
        const io::TensorInfo*& slot = sources[static_cast<std::size_t>(place.parameter.index)];
        if (slot != nullptr) {
            usage_error("{}: both {} and {} are the parameter {}", source.origin(), slot->name, tensor.name,
                        store.at(place.parameter).name);
        }
        slot = &tensor;
    }
    return sources;
}

void check_none_missing(const ParameterStore& store, const NameRules& rules, const Sources& sources,
                        const io::TensorSource& source) {
    std::vector<std::string_view> missing;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const std::string& name = store.parameters()[i].name;
        if (sources[i] == nullptr && !belongs_to_head(name, rules)) missing.push_back(name);
    }
    if (missing.empty()) return;
    const std::string others = missing.size() > 1 ? fmt::format(" and {} others", missing.size() - 1) : "";
    usage_error("{}: the tensor {}{} that the configuration asks for {} missing", source.origin(),
                missing.front(), others, missing.size() > 1 ? "are" : "is");
}

void check_shape(const Parameter& parameter, const io::TensorInfo& tensor, const io::TensorSource& source) {
    if (std::equal(parameter.shape.begin(), parameter.shape.end(), tensor.shape.begin(), tensor.shape.end()))
        return;
    if (parameter.name.starts_with("classifier.") && !tensor.shape.empty()) {
        usage_error(
            "{}: its classifier ({}, {}) has {} labels, but {} are asked for: give data with these labels, "
            "or start "
            "from a model without a classifier",
            source.origin(), tensor.name, tensor.shape_text(), tensor.shape.front(), parameter.shape.front());
    }
    usage_error("{}: the tensor {} has the shape {}, but the configuration makes it {}", source.origin(),
                tensor.name, tensor.shape_text(), shape_text(parameter.shape));
}

void read_parameter(ParameterStore& store, const Parameter& parameter, Device& device,
                    const io::TensorInfo& tensor, const io::TensorSource& source) {
    const Vector target = store.values().part(parameter.offset, parameter.size);
    if (tensor.dtype == DType::f32 && device.host_accessible()) {  // without a second copy in memory
        const std::span<float> values(target.data, static_cast<std::size_t>(target.size));
        source.read(tensor, std::as_writable_bytes(values));
        return;
    }
    const std::vector<float> values = io::read_as_float(source, tensor);
    device.copy_to_device(target.data, values.data(), values.size() * sizeof(float));
}

}  // namespace

LoadReport load_parameters(Model& model, Device& device, const ModelConfig& config,
                           const io::TensorSource& source, std::uint64_t seed) {
    ParameterStore& store = model.parameters();
    const NameRules& rules = find_architecture(config.model_type, config.origin).names;
    LoadReport report;
    const Sources sources = match_names(store, rules, source, report);
    check_none_missing(store, rules, sources, source);
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (sources[i] != nullptr) check_shape(store.parameters()[i], *sources[i], source);
    }
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const Parameter& parameter = store.parameters()[i];
        if (sources[i] == nullptr) {
            initialise_parameter(store, parameter, device, config, seed);
            report.newly_initialised.push_back(parameter.name);
        } else {
            read_parameter(store, parameter, device, *sources[i], source);
            report.loaded.push_back(sources[i]->name);
        }
    }
    return report;
}

}  // namespace remo::models
