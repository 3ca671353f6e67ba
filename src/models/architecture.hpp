#pragma once
/// \file
/// What the registry knows of one architecture: its configuration keys, its parameter names and how to make it.
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "remo/io/json.hpp"
#include "remo/models/model.hpp"
#include "remo/models/model_config.hpp"

namespace remo::models {

/// The keys of config.json behind the fields of ModelConfig; empty where the architecture has none.
struct ConfigKeys {
    std::string_view hidden_size;
    std::string_view layers;
    std::string_view heads;
    std::string_view intermediate_size;
    std::string_view activation;
    std::string_view hidden_dropout;
    std::string_view attention_dropout;
    std::string_view classifier_dropout;  ///< null in the file: the hidden dropout
    std::string_view layer_norm_epsilon;
    std::string_view type_count;
};

/// How names in weight files relate to the model's parameters.
struct NameRules {
    std::string_view prefix;                ///< "bert.": files of the bare encoder leave it out
    std::vector<std::string_view> head;     ///< prefixes of parameters that a source may lack
    std::vector<std::string_view> ignored;  ///< prefixes of tensors that are of no use to a classifier
};

struct Architecture {
    std::string_view model_type;
    std::string_view config_class;      ///< as Transformers names it
    std::string_view classifier_class;  ///< for "architectures" of an exported model
    io::Json defaults;                  ///< every key that the configuration class declares, with its default
    std::vector<std::pair<std::string, std::string>> aliases;  ///< general key -> this architecture's key
    ConfigKeys keys;
    NameRules names;
    std::unique_ptr<Model> (*make)(const ModelConfig&);
};

const Architecture& bert();
const Architecture& distilbert();

/// The registry: every architecture that remo can train.
std::span<const Architecture* const> architectures();

/// Error(usage) names `origin` and lists the known types for an unknown one.
const Architecture& find_architecture(std::string_view model_type, std::string_view origin);

/// The configuration under the architecture's own keys: its defaults with the file's values on top.
io::Json with_defaults(const io::Json& json, const Architecture& architecture);

}  // namespace remo::models
