#include <algorithm>
#include <array>
#include <vector>

#include "architecture.hpp"
#include "config_labels.hpp"
#include "remo/models/model_config.hpp"

namespace remo::models {

namespace {

/// The release whose way of printing is followed; print(model.config) shows its own version, not the file's.
constexpr const char* transformers_version = "5.24.0";

/// Keys that every configuration has; they are not shown while they hold these values.
const io::Json& common_defaults() {
    static const io::Json defaults = io::Json::parse(R"({"architectures": null, "chunk_size_feed_forward": 0,
        "is_encoder_decoder": false, "output_attentions": false, "output_hidden_states": false, "problem_type": null,
        "return_dict": true})");
    return defaults;
}

/// Keys that are taken out when a configuration is loaded or shown: names of places, and settings of text generation.
bool never_shown(std::string_view key) {
    static constexpr std::array keys{"_name_or_path",
                                     "name_or_path",
                                     "_commit_hash",
                                     "_auto_class",
                                     "_is_quantized",
                                     "attn_implementation",
                                     "_attn_implementation_internal",
                                     "_experts_implementation_internal",
                                     "experts_implementation",
                                     "_post_init_done",
                                     "num_labels",
                                     "torch_dtype",
                                     "per_layer_config",
                                     "distributed_config",
                                     "base_model_tp_plan",
                                     "base_model_pp_plan",
                                     "base_model_fsdp_plan",
                                     "ignore_keys_at_rope_validation",
                                     "assistant_confidence_threshold",
                                     "assistant_lookbehind",
                                     "bad_words_ids",
                                     "begin_suppress_tokens",
                                     "diversity_penalty",
                                     "do_sample",
                                     "early_stopping",
                                     "encoder_no_repeat_ngram_size",
                                     "encoder_repetition_penalty",
                                     "epsilon_cutoff",
                                     "eta_cutoff",
                                     "exponential_decay_length_penalty",
                                     "forced_bos_token_id",
                                     "forced_eos_token_id",
                                     "length_penalty",
                                     "max_length",
                                     "min_length",
                                     "no_repeat_ngram_size",
                                     "num_assistant_tokens",
                                     "num_assistant_tokens_schedule",
                                     "num_beam_groups",
                                     "num_beams",
                                     "num_return_sequences",
                                     "output_scores",
                                     "remove_invalid_values",
                                     "repetition_penalty",
                                     "return_dict_in_generate",
                                     "suppress_tokens",
                                     "target_lookbehind",
                                     "temperature",
                                     "top_k",
                                     "top_p",
                                     "typical_p",
                                     "use_cache"};
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// Members in the order of their keys, all the way down.
io::Json sorted(const io::Json& value) {
    if (value.is_array()) {
        io::Json result = io::Json::array();
        for (const io::Json& element : value) result.push_back(sorted(element));
        return result;
    }
    if (!value.is_object()) return value;
    std::vector<std::string> keys;
    for (const auto& [key, unused] : value.items()) keys.push_back(key);
    std::sort(keys.begin(), keys.end());
    io::Json result = io::Json::object();
    for (const std::string& key : keys) result[key] = sorted(value.at(key));
    return result;
}

io::Json default_label2id() {
    return {{"LABEL_0", 0}, {"LABEL_1", 1}};
}

void show_labels(io::Json& shown, const ModelConfig& config) {
    io::Json labels = io::Json::object();
    write_labels(labels, config.labels);
    const bool named = config.json.contains("id2label") && !config.json["id2label"].is_null();
    const bool kept = named && config.labels.size() == config.json["id2label"].size();
    if (kept) {  // the file's own label2id is shown even where it is absent
        const auto found = config.json.find("label2id");
        labels["label2id"] = found == config.json.end() ? io::Json() : *found;
        if (labels["label2id"] == default_label2id()) labels.erase("label2id");
    }
    shown.erase("id2label");
    shown.erase("label2id");
    shown.update(labels);
}

}  // namespace

std::string ModelConfig::printed(std::string_view stored_dtype) const {
    const Architecture& architecture = find_architecture(model_type, origin);
    const io::Json effective = with_defaults(json, architecture);
    io::Json shown = io::Json::object();
    for (const auto& [key, value] : effective.items()) {
        const bool declared = architecture.defaults.contains(key);
        const auto common = common_defaults().find(key);
        const bool default_value = common != common_defaults().end() && *common == value;
        if (!default_value && (declared || !never_shown(key))) shown[key] = value;
    }
    show_labels(shown, *this);
    if (!shown.contains("dtype") || shown["dtype"].is_null())
        shown["dtype"] = json.value("torch_dtype", stored_dtype);
    shown["transformers_version"] = transformers_version;
    shown = sorted(shown);
    if (shown.contains("id2label")) {  // its keys are numbers in Python: 2 before 10
        io::Json by_index = io::Json::object();
        for (std::size_t i = 0; i < labels.size(); ++i) by_index[std::to_string(i)] = labels[i];
        shown["id2label"] = std::move(by_index);
    }
    return std::string(architecture.config_class) + " " + io::to_python_json(shown, false) + "\n";
}

}  // namespace remo::models
