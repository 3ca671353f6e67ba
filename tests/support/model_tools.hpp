#pragma once
/// \file
/// Small models, batches and training steps for tests.
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "remo/kernels/softmax_cross_entropy.hpp"
#include "remo/models/registry.hpp"
#include "support/tensors.hpp"

namespace remo::testing {

/// A tiny configuration, made without a file.
inline models::ModelConfig tiny_config(const std::string& model_type, Index layers = 2) {
    models::ModelConfig config;
    config.model_type = model_type;
    config.origin = "a test";
    config.hidden_size = 12;
    config.layers = layers;
    config.heads = 3;
    config.intermediate_size = 20;
    config.vocabulary_size = 23;
    config.position_count = 11;
    config.type_count = model_type == "bert" ? 2 : 0;
    config.hidden_dropout = config.attention_dropout = config.classifier_dropout = 0.0;
    config.labels = {"a", "b", "c"};
    return config;
}

/// Sequences of the given lengths with ids from 1 on, types in two segments, labels in turn and unequal weights.
inline PackedBatch make_batch(const std::vector<std::int32_t>& lengths, std::int32_t vocabulary,
                              std::int32_t labels) {
    PackedBatch batch;
    batch.cu_seqlens.push_back(0);
    RandomStream random(random_key(7, RandomUse::data_order));
    for (std::size_t b = 0; b < lengths.size(); ++b) {
        for (std::int32_t t = 0; t < lengths[b]; ++t) {
            batch.token_ids.push_back(
                1 + static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(vocabulary) - 1)));
            batch.type_ids.push_back(t > lengths[b] / 2 ? 1 : 0);
        }
        batch.cu_seqlens.push_back(static_cast<std::int32_t>(batch.token_ids.size()));
        batch.samples.push_back(static_cast<std::int64_t>(100 + 3 * b));
        batch.labels.push_back(static_cast<std::int32_t>(b) % labels);
        batch.weights.push_back(1.0f + 0.25f * static_cast<float>(b));
    }
    return batch;
}

/// The sequences [begin, begin + count) of a batch.
inline PackedBatch slice(const PackedBatch& batch, std::size_t begin, std::size_t count) {
    PackedBatch part;
    const auto cut = [&](const auto& all, std::size_t from, std::size_t to) {
        using Vector = std::decay_t<decltype(all)>;
        return Vector(all.begin() + static_cast<std::ptrdiff_t>(from),
                      all.begin() + static_cast<std::ptrdiff_t>(to));
    };
    const auto first = static_cast<std::size_t>(batch.cu_seqlens[begin]);
    const auto last = static_cast<std::size_t>(batch.cu_seqlens[begin + count]);
    part.token_ids = cut(batch.token_ids, first, last);
    part.type_ids = cut(batch.type_ids, first, last);
    part.cu_seqlens = cut(batch.cu_seqlens, begin, begin + count + 1);
    for (std::int32_t& offset : part.cu_seqlens) offset -= static_cast<std::int32_t>(first);
    part.samples = cut(batch.samples, begin, begin + count);
    part.labels = cut(batch.labels, begin, begin + count);
    part.weights = cut(batch.weights, begin, begin + count);
    return part;
}

/// A model with its memory, and single steps of it.
struct TestModel {
    std::unique_ptr<models::Model> model;
    Arena arena{"test"};
    PhiloxKey key{};

    explicit TestModel(const models::ModelConfig& config) : model(models::make_model(config)) {
        model->parameters().allocate(device(), true);
    }

    [[nodiscard]] ParameterStore& store() const { return model->parameters(); }
    nn::RunContext context(bool training) { return {device(), store(), arena, training, key}; }

    /// Wide random values everywhere, LayerNorm scales around 1.
    void randomise() const {
        std::uint64_t stream = 1;
        for (const Parameter& parameter : store().parameters()) {
            const bool scale = parameter.role == ParameterRole::norm && parameter.name.ends_with(".weight");
            const double width = parameter.role == ParameterRole::weight ? 0.4
                                 : parameter.shape.size() == 2           ? 1.0
                                                                         : 0.2;
            std::vector<float> values = random_values(parameter.size, stream++, width);
            if (scale) {
                for (float& value : values) value += 1.0f;
            }
            set(parameter, values);
        }
    }
    void set(const Parameter& parameter, const std::vector<float>& values) const {
        device().copy_to_device(store().values().data + parameter.offset, values.data(),
                                values.size() * sizeof(float));
    }
    [[nodiscard]] std::vector<float> copy(ConstVector flat, const Parameter& parameter) const {
        std::vector<float> values(static_cast<std::size_t>(parameter.size));
        device().copy_to_host(values.data(), flat.data + parameter.offset, values.size() * sizeof(float));
        return values;
    }
    [[nodiscard]] std::vector<float> gradient(const Parameter& parameter) const {
        return copy(store().gradients(), parameter);
    }
    [[nodiscard]] std::vector<float> value(const Parameter& parameter) const {
        return copy(store().values(), parameter);
    }

    /// Logits (sequences * labels).
    std::vector<float> logits(const PackedBatch& batch, bool training = false) {
        arena.reset();
        nn::RunContext run = context(training);
        const ConstMatrix rows = model->forward(run, nn::upload(device(), arena, batch));
        std::vector<float> values(static_cast<std::size_t>(rows.size()));
        device().copy_to_host(values.data(), rows.data, values.size() * sizeof(float));
        return values;
    }
    /// Adds the gradients of sum(weight * loss) / `denominator`; returns that loss.
    double accumulate(const PackedBatch& batch, double denominator, const models::GradientReady& ready = {}) {
        arena.reset();
        nn::RunContext run = context(true);
        const nn::DeviceBatch uploaded = nn::upload(device(), arena, batch);
        const ConstMatrix rows = model->forward(run, uploaded);
        const Matrix gradient = arena.matrix(rows.rows, rows.columns);
        double sum = 0;
        kernels::softmax_cross_entropy(device(), rows, uploaded.labels, uploaded.weights, 0.0f,
                                       static_cast<float>(1.0 / denominator), gradient, &sum);
        model->backward(run, uploaded, gradient, ready);
        return sum / denominator;
    }
};

inline double total_weight(const PackedBatch& batch) {
    return std::accumulate(batch.weights.begin(), batch.weights.end(), 0.0);
}

}  // namespace remo::testing
