// DistilBERT (Sanh et al. 2019) as a sequence classifier: pre_classifier with ReLU on [CLS], then the classifier.
// It has no token types and no dropout behind the attention's output.
#include "architecture.hpp"
#include "encoder_classifier.hpp"
#include "remo/base/format.hpp"

namespace remo::models {

namespace {

BlockNames layer_names(Index layer) {
    const std::string name = fmt::format("distilbert.transformer.layer.{}.", layer);
    return {.query = name + "attention.q_lin",
            .key = name + "attention.k_lin",
            .value = name + "attention.v_lin",
            .attention_output = name + "attention.out_lin",
            .attention_norm = name + "sa_layer_norm",
            .inner = name + "ffn.lin1",
            .outer = name + "ffn.lin2",
            .output_norm = name + "output_layer_norm"};
}

std::unique_ptr<Model> make(const ModelConfig& config) {
    ClassifierBuilder builder(config);
    builder.add_embeddings("distilbert.embeddings.");
    for (Index layer = 0; layer < config.layers; ++layer) builder.add_block(layer_names(layer), 0.0);
    builder.add_head("pre_classifier", "head", kernels::Activation::relu);
    return builder.build();
}

io::Json defaults() {
    return io::Json::parse(R"({
        "model_type": "distilbert", "vocab_size": 30522, "max_position_embeddings": 512, "sinusoidal_pos_embds": false,
        "n_layers": 6, "n_heads": 12, "dim": 768, "hidden_dim": 3072, "dropout": 0.1, "attention_dropout": 0.1,
        "activation": "gelu", "initializer_range": 0.02, "qa_dropout": 0.1, "seq_classif_dropout": 0.2,
        "pad_token_id": 0, "eos_token_id": null, "bos_token_id": null, "tie_word_embeddings": true})");
}

}  // namespace

const Architecture& distilbert() {
    static const Architecture architecture{
        .model_type = "distilbert",
        .config_class = "DistilBertConfig",
        .classifier_class = "DistilBertForSequenceClassification",
        .defaults = defaults(),
        .aliases = {{"hidden_size", "dim"},
                    {"num_attention_heads", "n_heads"},
                    {"num_hidden_layers", "n_layers"}},
        .keys = {.hidden_size = "dim",
                 .layers = "n_layers",
                 .heads = "n_heads",
                 .intermediate_size = "hidden_dim",
                 .activation = "activation",
                 .hidden_dropout = "dropout",
                 .attention_dropout = "attention_dropout",
                 .classifier_dropout = "seq_classif_dropout",
                 .layer_norm_epsilon = "",
                 .type_count = ""},
        .names = {.prefix = "distilbert.",
                  .head = {"pre_classifier.", "classifier."},
                  .ignored = {"vocab_transform.", "vocab_layer_norm.", "vocab_projector.", "qa_outputs."}},
        .make = make};
    return architecture;
}

}  // namespace remo::models
