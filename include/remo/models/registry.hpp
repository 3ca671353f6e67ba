#pragma once
/// \file
/// The explicit list of architectures, and loading of weights into them.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "remo/io/model_bundle.hpp"
#include "remo/models/model.hpp"
#include "remo/models/model_config.hpp"

namespace remo::models {

/// Declares the model's parameters without allocating; Error(usage) lists the known types for an unknown one.
std::unique_ptr<Model> make_model(const ModelConfig& config);

/// What became of the tensors of a source.
struct LoadReport {
    std::vector<std::string> loaded;
    std::vector<std::string> newly_initialised;  ///< parameters of the head that the source lacks
    std::vector<std::string>
        ignored;  ///< known to be of no use here (position_ids, the MLM head, an unused pooler)
    std::vector<std::string> unexpected;     ///< unknown
    [[nodiscard]] std::string text() const;  ///< some lines for the log
};

/// Fills the (allocated) parameters from the source, widened to fp32; the head, where the source has none, is initialised
/// from (seed, parameter name). A missing encoder tensor, a wrong shape or a damaged tensor is an Error(usage) that names it.
/// A classifier of another label count is an error that says both counts.
LoadReport load_parameters(Model& model, Device& device, const ModelConfig& config,
                           const io::TensorSource& source, std::uint64_t seed);

/// All parameters at random, as Transformers initialises a model from its configuration.
void initialise_parameters(Model& model, Device& device, const ModelConfig& config, std::uint64_t seed);

}  // namespace remo::models
