#include "encoder_classifier.hpp"

#include "remo/base/format.hpp"
#include "remo/nn/dropout_sites.hpp"

namespace remo::models {

EncoderClassifier::EncoderClassifier(const ModelConfig& config, ParameterStore store, Parts parts)
    : config_(config), store_(std::move(store)), parts_(std::move(parts)) {}

void EncoderClassifier::check(const nn::DeviceBatch& batch) const {
    if (batch.highest_token_id >= config_.vocabulary_size) {
        usage_error(
            "token id {} does not fit the model's {} word embeddings: tokenizer and model do not belong "
            "together",
            batch.highest_token_id, config_.vocabulary_size);
    }
    if (batch.longest > config_.position_count) {
        usage_error("a sequence of {} tokens is longer than the model's {} positions (data.max_length)",
                    batch.longest, config_.position_count);
    }
    if (config_.type_count > 0 && batch.highest_type_id >= config_.type_count) {
        usage_error("token type {} does not fit the model's {} token types: it can't take pairs",
                    batch.highest_type_id, config_.type_count);
    }
}

ParameterHandle EncoderClassifier::sparse_table() const {
    const ParameterHandle words = parts_.embeddings.tables().words;
    return store_.at(words).trainable ? words : ParameterHandle{};
}

ConstMatrix EncoderClassifier::forward(nn::RunContext& context, const nn::DeviceBatch& batch) {
    check(batch);
    const Matrix embedded = context.arena.matrix(batch.tokens, config_.hidden_size);
    parts_.embeddings.forward(context, batch, embedded);
    const Matrix hidden = parts_.encoder.forward(context, batch, parts_.head->rows(), embedded);
    return parts_.head->forward(context, batch, hidden);
}

void EncoderClassifier::backward(nn::RunContext& context, const nn::DeviceBatch& batch,
                                 ConstMatrix logit_gradient, const GradientReady& ready) {
    nn::ReadyRanges ranges(store_, ready);
    const Index head_begin = store_.at(parts_.head->first()).offset;
    const bool encoder_trains = nn::trains_before(store_, head_begin);
    const Index rows = nn::select_rows(batch, parts_.head->rows()).count;
    const Matrix gradient = context.arena.matrix(rows, config_.hidden_size);
    parts_.head->backward(context, batch, logit_gradient, encoder_trains, gradient);
    ranges.down_to(head_begin);
    if (encoder_trains) {
        const Matrix embedded = parts_.encoder.backward(context, batch, gradient, ranges);
        if (!embedded.empty()) parts_.embeddings.backward(context, batch, embedded);
    }
    ranges.finish();
}

nn::LayerNorm ClassifierBuilder::declare_norm(const std::string& name, const std::string& part) {
    return nn::LayerNorm::declare(store_, name, config_.hidden_size, config_.layer_norm_epsilon, part);
}

void ClassifierBuilder::add_embeddings(const std::string& name) {
    const auto table = [&](const char* which, Index rows) {
        return store_.add(name + which + ".weight", {rows, config_.hidden_size}, ParameterRole::embedding,
                          "embeddings");
    };
    nn::Embeddings::Tables tables;
    tables.words = table("word_embeddings", config_.vocabulary_size);
    tables.positions = table("position_embeddings", config_.position_count);
    if (config_.type_count > 0) tables.types = table("token_type_embeddings", config_.type_count);
    const nn::LayerNorm norm = declare_norm(name + "LayerNorm", "embeddings");
    embeddings_ = nn::Embeddings(tables, norm, config_.hidden_dropout, nn::DropoutSites::embeddings());
}

void ClassifierBuilder::add_block(const BlockNames& names, double attention_output_dropout) {
    const auto layer = static_cast<Index>(blocks_.size());
    const std::string part = fmt::format("layer.{}", layer);
    const Index hidden = config_.hidden_size;
    const nn::DropoutSites sites{config_.heads};
    const std::vector<std::string> projected{names.query, names.key, names.value};
    auto projections = nn::JointLinear::declare(store_, projected, hidden, hidden, part);
    const auto output = nn::Linear::declare(store_, names.attention_output, hidden, hidden, part);
    const nn::LayerNorm attention_norm = declare_norm(names.attention_norm, part);
    const auto inner = nn::Linear::declare(store_, names.inner, config_.intermediate_size, hidden, part);
    const auto outer = nn::Linear::declare(store_, names.outer, hidden, config_.intermediate_size, part);
    const nn::LayerNorm output_norm = declare_norm(names.output_norm, part);
    blocks_.emplace_back(
        nn::SelfAttention(std::move(projections), output,
                          {hidden, config_.heads, config_.attention_dropout, sites.attention(layer)}),
        nn::ResidualNorm(attention_norm, output.bias, attention_output_dropout,
                         sites.attention_output(layer)),
        nn::FeedForward(inner, outer, config_.intermediate_size, nn::activation_named(config_.activation)),
        nn::ResidualNorm(output_norm, outer.bias, config_.hidden_dropout, sites.feed_forward(layer)));
}

void ClassifierBuilder::add_head(const std::string& dense, const std::string& part,
                                 kernels::Activation activation) {
    const Index hidden = config_.hidden_size;
    const auto labels = static_cast<Index>(config_.labels.size());
    const auto dense_layer = nn::Linear::declare(store_, dense, hidden, hidden, part);
    const auto classifier = nn::Linear::declare(store_, "classifier", labels, hidden, "head");
    const auto site = nn::DropoutSites{config_.heads}.classifier(config_.layers);
    const nn::SequenceClassificationHead::Options options{hidden, labels, activation,
                                                          config_.classifier_dropout, site};
    head_ = std::make_unique<nn::SequenceClassificationHead>(dense_layer, classifier, options);
}

std::unique_ptr<Model> ClassifierBuilder::build() {
    EncoderClassifier::Parts parts{embeddings_, nn::Encoder(std::move(blocks_), config_.hidden_size),
                                   std::move(head_)};
    return std::make_unique<EncoderClassifier>(config_, std::move(store_), std::move(parts));
}

}  // namespace remo::models
