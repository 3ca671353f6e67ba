#pragma once
/// \file
/// config.json, as far as remo computes with it; the whole text is kept for export.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "remo/io/json.hpp"
#include "remo/tensor/matrix.hpp"

namespace remo::models {

struct ModelConfig {
    io::Json json;           ///< the whole configuration, unknown keys and key order kept
    std::string model_type;  ///< "distilbert", "bert"
    Index hidden_size = 0;
    Index layers = 0;
    Index heads = 0;
    Index intermediate_size = 0;
    Index vocabulary_size = 0;
    Index position_count = 0;
    Index type_count = 0;  ///< token types; 0: the architecture has none
    std::string activation = "gelu";
    double layer_norm_epsilon = 1e-12;
    double hidden_dropout = 0.1;
    double attention_dropout = 0.1;
    double classifier_dropout = 0.1;
    double initializer_range = 0.02;
    std::vector<std::string> labels;   ///< by index: id2label, or LABEL_0 …
    bool labels_are_default = true;    ///< none named in the file, or LABEL_i throughout

    /// Error(usage) names file and key.
    static ModelConfig parse(std::string_view config_json, std::string_view origin);
    /// "DistilBertConfig {…}" as print(model.config) shows it.
    [[nodiscard]] std::string printed() const;
    /// Sets labels: id2label, label2id and, as Transformers does, no num_labels.
    void set_labels(const std::vector<std::string>& names);
    /// Overrides of job keys `[model.config]`; Error(usage) for a key that config.json does not know.
    void override_key(std::string_view key, const io::Json& value);
};

}  // namespace remo::models
