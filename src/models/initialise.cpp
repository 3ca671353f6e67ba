#include "initialise.hpp"

#include <algorithm>
#include <cmath>

#include "remo/models/registry.hpp"
#include "remo/nn/normal.hpp"

namespace remo::models {

namespace {

/// FNV-1a (Fowler, Noll, Vo), 64 bits.
constexpr std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char character : text) hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3u;
    return hash;
}

/// Position embeddings of Vaswani et al. 2017, 3.5: sines in even columns, cosines in odd ones.
void fill_sinusoidal(std::vector<float>& values, Index columns) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto position = static_cast<double>(i / static_cast<std::size_t>(columns));
        const auto column = static_cast<Index>(i % static_cast<std::size_t>(columns));
        const double exponent = 2.0 * static_cast<double>(column / 2) / static_cast<double>(columns);
        const double angle = position / std::pow(10000.0, exponent);
        values[i] = static_cast<float>(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
}

void fill_embedding(std::vector<float>& values, const Parameter& parameter, const ModelConfig& config,
                    PhiloxKey key) {
    const Index columns = parameter.shape[1];
    if (config.sinusoidal_positions && parameter.name.ends_with("position_embeddings.weight")) {
        fill_sinusoidal(values, columns);
        return;
    }
    nn::fill_normal(values, config.initializer_range, key);
    if (config.padding_id >= 0 && parameter.name.ends_with("word_embeddings.weight")) {
        std::fill_n(values.begin() + config.padding_id * columns, columns, 0.0f);
    }
}

}  // namespace

void initialise_parameter(ParameterStore& store, const Parameter& parameter, Device& device,
                          const ModelConfig& config, std::uint64_t seed) {
    std::vector<float> values(static_cast<std::size_t>(parameter.size), 0.0f);
    const PhiloxKey key = random_key(seed, RandomUse::initialisation, hash_of(parameter.name));
    switch (parameter.role) {
        case ParameterRole::weight:
            nn::fill_normal(values, config.initializer_range, key);
            break;
        case ParameterRole::embedding:
            fill_embedding(values, parameter, config, key);
            break;
        case ParameterRole::norm:
            if (parameter.name.ends_with(".weight")) std::fill(values.begin(), values.end(), 1.0f);
            break;
        case ParameterRole::bias:
            break;
    }
    const Vector target = store.values().part(parameter.offset, parameter.size);
    device.copy_to_device(target.data, values.data(), values.size() * sizeof(float));
}

void initialise_parameters(Model& model, Device& device, const ModelConfig& config, std::uint64_t seed) {
    ParameterStore& store = model.parameters();
    for (const Parameter& parameter : store.parameters()) {
        initialise_parameter(store, parameter, device, config, seed);
    }
}

}  // namespace remo::models
