#pragma once
/// \file
/// From the names in weight files to the model's own.
#include <string>
#include <string_view>

#include "architecture.hpp"
#include "remo/tensor/parameter_store.hpp"

namespace remo::models {

enum class TensorUse : std::uint8_t { parameter, ignored, unexpected };

struct TensorPlace {
    TensorUse use = TensorUse::unexpected;
    ParameterHandle parameter;  ///< with TensorUse::parameter
};

/// Where a stored tensor belongs: names with or without the encoder's prefix, LayerNorm's older gamma and beta; buffers and
/// other tasks' heads are ignored.
TensorPlace place_of(std::string_view stored_name, const NameRules& rules, const ParameterStore& parameters);

/// Whether a source may lack the parameter, which is then newly initialised.
bool belongs_to_head(std::string_view parameter_name, const NameRules& rules);

}  // namespace remo::models
