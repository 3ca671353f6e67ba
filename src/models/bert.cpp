// BERT (Devlin et al. 2019) as a sequence classifier: pooler with tanh on [CLS], then the classifier.
#include "architecture.hpp"
#include "encoder_classifier.hpp"
#include "remo/base/format.hpp"

namespace remo::models {

namespace {

BlockNames layer_names(Index layer) {
    const std::string name = fmt::format("bert.encoder.layer.{}.", layer);
    return {.query = name + "attention.self.query",
            .key = name + "attention.self.key",
            .value = name + "attention.self.value",
            .attention_output = name + "attention.output.dense",
            .attention_norm = name + "attention.output.LayerNorm",
            .inner = name + "intermediate.dense",
            .outer = name + "output.dense",
            .output_norm = name + "output.LayerNorm"};
}

std::unique_ptr<Model> make(const ModelConfig& config) {
    ClassifierBuilder builder(config);
    builder.add_embeddings("bert.embeddings.");
    for (Index layer = 0; layer < config.layers; ++layer)
        builder.add_block(layer_names(layer), config.hidden_dropout);
    builder.add_head("bert.pooler.dense", "pooler", kernels::Activation::tanh);
    return builder.build();
}

io::Json defaults() {
    return io::Json::parse(R"({
        "model_type": "bert", "vocab_size": 30522, "hidden_size": 768, "num_hidden_layers": 12,
        "num_attention_heads": 12, "intermediate_size": 3072, "hidden_act": "gelu", "hidden_dropout_prob": 0.1,
        "attention_probs_dropout_prob": 0.1, "max_position_embeddings": 512, "type_vocab_size": 2,
        "initializer_range": 0.02, "layer_norm_eps": 1e-12, "pad_token_id": 0, "use_cache": true,
        "classifier_dropout": null, "is_decoder": false, "add_cross_attention": false, "bos_token_id": null,
        "eos_token_id": null, "tie_word_embeddings": true})");
}

}  // namespace

const Architecture& bert() {
    static const Architecture architecture{.model_type = "bert",
                                           .config_class = "BertConfig",
                                           .classifier_class = "BertForSequenceClassification",
                                           .defaults = defaults(),
                                           .aliases = {},
                                           .keys = {.hidden_size = "hidden_size",
                                                    .layers = "num_hidden_layers",
                                                    .heads = "num_attention_heads",
                                                    .intermediate_size = "intermediate_size",
                                                    .activation = "hidden_act",
                                                    .hidden_dropout = "hidden_dropout_prob",
                                                    .attention_dropout = "attention_probs_dropout_prob",
                                                    .classifier_dropout = "classifier_dropout",
                                                    .layer_norm_epsilon = "layer_norm_eps",
                                                    .type_count = "type_vocab_size"},
                                           .names = {.prefix = "bert.",
                                                     .head = {"bert.pooler.", "classifier."},
                                                     .ignored = {"cls.", "qa_outputs."}},
                                           .make = make};
    return architecture;
}

}  // namespace remo::models
