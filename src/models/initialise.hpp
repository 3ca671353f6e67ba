#pragma once
/// \file
/// Initial values of one parameter.
#include "remo/models/model_config.hpp"
#include "remo/tensor/parameter_store.hpp"

namespace remo::models {

/// As Transformers initialises: weights and embeddings normal(0, initializer_range), biases 0, LayerNorm 1 and 0, the padding
/// token's row 0, sinusoidal positions where the configuration asks for them.
void initialise_parameter(ParameterStore& store, const Parameter& parameter, Device& device,
                          const ModelConfig& config, std::uint64_t seed);

}  // namespace remo::models
