#include "remo/models/model_config.hpp"

#include <algorithm>
#include <array>

#include "architecture.hpp"
#include "config_labels.hpp"
#include "config_reader.hpp"
#include "remo/base/format.hpp"
#include "remo/base/text_distance.hpp"

namespace remo::models {

namespace {

void refuse_unsupported(const ConfigReader& reader) {
    reader.refuse_unless("position_embedding_type", "absolute", "relative positions are not implemented");
    reader.refuse_unless("is_decoder", false, "the encoders here see both sides of a token");
    reader.refuse_unless("add_cross_attention", false, "there is no second sequence to attend to");
    reader.refuse_unless("is_encoder_decoder", false, "only encoders are implemented");
    reader.refuse_unless("pruned_heads", io::Json::object(), "every head is computed");
}

void read_sizes(ModelConfig& config, const ConfigReader& reader, const ConfigKeys& keys) {
    config.hidden_size = reader.count(keys.hidden_size);
    config.layers = reader.count(keys.layers);
    config.heads = reader.count(keys.heads);
    config.intermediate_size = reader.count(keys.intermediate_size);
    config.vocabulary_size = reader.count("vocab_size");
    config.position_count = reader.count("max_position_embeddings");
    if (!keys.type_count.empty()) config.type_count = reader.count(keys.type_count);
    if (config.hidden_size % config.heads != 0) {
        usage_error("{}: {} = {} is not a multiple of {} = {}", reader.origin, keys.hidden_size,
                    config.hidden_size, keys.heads, config.heads);
    }
}

void read_numbers(ModelConfig& config, const ConfigReader& reader, const ConfigKeys& keys) {
    config.activation = reader.one_of(keys.activation, {"gelu", "relu"});
    config.hidden_dropout = reader.dropout(keys.hidden_dropout);
    config.attention_dropout = reader.dropout(keys.attention_dropout);
    config.classifier_dropout = reader.at(keys.classifier_dropout).is_null()
                                    ? config.hidden_dropout
                                    : reader.dropout(keys.classifier_dropout);
    if (!keys.layer_norm_epsilon.empty())
        config.layer_norm_epsilon = reader.number(keys.layer_norm_epsilon, 0.0, 1.0);
    config.initializer_range = reader.number("initializer_range", 0.0, 1e3);
    if (config.initializer_range == 0.0) config.initializer_range = 0.02;  // as Transformers reads a zero
    const auto sines = reader.json.find("sinusoidal_pos_embds");
    config.sinusoidal_positions = sines != reader.json.end() && *sines == true;
}

void read_tokens(ModelConfig& config, const ConfigReader& reader) {
    const io::Json& padding = reader.at("pad_token_id");
    if (padding.is_null()) {
        config.padding_id = -1;
    } else if (padding.is_number_integer() && padding >= 0 && padding < config.vocabulary_size) {
        config.padding_id = padding.get<Index>();
    } else {
        usage_error("{}: pad_token_id must be a token id below vocab_size = {}, not {}", reader.origin,
                    config.vocabulary_size, padding.dump());
    }
}

void read_task(ModelConfig& config, const ConfigReader& reader) {
    const auto found = reader.json.find("problem_type");
    if (found != reader.json.end() && !found->is_null()) {
        config.problem_type = reader.one_of(
            "problem_type", {"single_label_classification", "multi_label_classification", "regression"});
    }
    config.labels = read_labels(reader.json, reader.origin);
    config.labels_are_default = config.labels == default_labels(config.labels.size());
}

/// A wrong digit must not make remo lay out a model for hours, or ask for memory that no machine has.
void refuse_absurd_sizes(const ModelConfig& config) {
    constexpr double most = 5e10;  // 200 GB of fp32 values
    const auto hidden = static_cast<double>(config.hidden_size);
    const auto inner = static_cast<double>(config.intermediate_size);
    const double rows = static_cast<double>(config.vocabulary_size) +
                        static_cast<double>(config.position_count) + static_cast<double>(config.type_count);
    const double parameters =
        rows * hidden + static_cast<double>(config.layers) * (4.0 * hidden * hidden + 2.0 * hidden * inner);
    if (parameters <= most && config.layers <= 10000) return;
    usage_error(
        "{}: a model of about {:.1e} parameters in {} layers is more than remo lays out; is one of "
        "hidden_size = {}, "
        "intermediate_size = {}, vocab_size = {}, max_position_embeddings = {}, type_vocab_size = {} or the "
        "layers wrong?",
        config.origin, parameters, config.layers, config.hidden_size, config.intermediate_size,
        config.vocabulary_size, config.position_count, config.type_count);
}

ModelConfig from_json(io::Json json, std::string_view origin) {
    if (!json.is_object()) usage_error("{}: a configuration must be a JSON object", origin);
    const auto type = json.find("model_type");
    if (type == json.end() || !type->is_string()) usage_error("{}: model_type is missing", origin);
    ModelConfig config;
    config.origin = origin;
    config.model_type = type->get<std::string>();
    const Architecture& architecture = find_architecture(config.model_type, origin);
    const io::Json effective = with_defaults(json, architecture);
    const ConfigReader reader{effective, origin};
    refuse_unsupported(reader);
    read_sizes(config, reader, architecture.keys);
    refuse_absurd_sizes(config);
    read_numbers(config, reader, architecture.keys);
    read_tokens(config, reader);
    read_task(config, reader);
    config.json = std::move(json);
    return config;
}

/// Keys that every configuration may hold, beside those that its class declares.
constexpr std::array<std::string_view, 6> common_keys{"architectures", "dtype",        "id2label",
                                                      "label2id",      "problem_type", "num_labels"};

}  // namespace

io::Json with_defaults(const io::Json& json, const Architecture& architecture) {
    io::Json result = architecture.defaults;
    for (const auto& [key, value] : json.items()) {
        const auto alias = std::find_if(architecture.aliases.begin(), architecture.aliases.end(),
                                        [&key = key](const auto& pair) { return pair.first == key; });
        result[alias == architecture.aliases.end() ? key : alias->second] = value;
    }
    return result;
}

ModelConfig ModelConfig::parse(std::string_view config_json, std::string_view origin) {
    return from_json(io::parse_json(config_json, origin), origin);
}

void ModelConfig::set_labels(const std::vector<std::string>& names) {
    write_labels(json, names);
    labels = names;
    labels_are_default = labels == default_labels(labels.size());
    const Architecture& architecture = find_architecture(model_type, origin);
    json["architectures"] = io::Json::array({std::string(architecture.classifier_class)});
    json.erase("torch_dtype");
    json["dtype"] = "float32";
    problem_type = "single_label_classification";
    json["problem_type"] = problem_type;
}

void ModelConfig::override_key(std::string_view key, const io::Json& value) {
    const Architecture& architecture = find_architecture(model_type, origin);
    std::vector<std::string> names(common_keys.begin(), common_keys.end());
    for (const auto& [name, unused] : architecture.defaults.items()) names.push_back(name);
    for (const auto& [name, unused] : architecture.aliases) names.push_back(name);
    for (const auto& [name, unused] : json.items()) names.push_back(name);
    const std::vector<std::string_view> known(names.begin(), names.end());
    if (std::find(known.begin(), known.end(), key) == known.end()) {
        usage_error("model.config.{}: a {} configuration has no such key; the nearest is {}", key, model_type,
                    nearest_name(key, known));
    }
    if (key == "model_type") usage_error("model.config.model_type: the type of a model can't be overridden");
    io::Json changed = json;
    changed[std::string(key)] = value;
    for (const auto& [general, own] :
         architecture.aliases) {  // one spelling only, or the two would contradict
        if (key == general) changed.erase(own);
        if (key == own) changed.erase(general);
    }
    *this = from_json(std::move(changed), origin);
}

std::string ModelConfig::text() const {
    return json.dump(2) + "\n";
}

}  // namespace remo::models
