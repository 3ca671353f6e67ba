#pragma once
/// \file
/// config.json, as far as remo computes with it; the whole text is kept for export.
#include <string>
#include <string_view>
#include <vector>

#include "remo/io/json.hpp"
#include "remo/tensor/matrix.hpp"

namespace remo::models {

struct ModelConfig {
    io::Json json;           ///< the whole configuration, unknown keys and key order kept
    std::string origin;      ///< where it was read, for messages
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
    Index padding_id = 0;               ///< the row of the word embeddings that starts at zero; -1: none
    bool sinusoidal_positions = false;  ///< position embeddings start as sines (DistilBERT)
    std::string problem_type;           ///< "single_label_classification", …; empty: not said
    std::vector<std::string> labels;    ///< by index: id2label, or LABEL_0 …
    bool labels_are_default = true;     ///< none named in the file, or LABEL_i throughout

    /// Error(usage) names file and key.
    static ModelConfig parse(std::string_view config_json, std::string_view origin);
    /// "DistilBertConfig {…}\n", what Transformers 5.24 gives as str(model.config) of a classifier loaded from this file.
    /// \param stored_dtype  type of the stored weights, shown where the file names none
    [[nodiscard]] std::string printed(std::string_view stored_dtype = "float32") const;
    /// Makes this the configuration of a classifier trained on these labels, as Transformers saves it: id2label and label2id
    /// (neither where they are the default two), no num_labels, architectures, dtype float32, problem_type.
    void set_labels(const std::vector<std::string>& names);
    /// Overrides of job keys `[model.config]`; Error(usage) for a key that config.json does not know.
    void override_key(std::string_view key, const io::Json& value);
    /// The text of config.json.
    [[nodiscard]] std::string text() const;
};

}  // namespace remo::models
