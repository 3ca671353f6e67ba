#pragma once
/// \file
/// BERT and DistilBERT classifiers in plain double loops, one sequence at a time: what the layers are tested against.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "remo/base/random.hpp"
#include "remo/tensor/packed_batch.hpp"

namespace remo::reference {

using Values = std::vector<double>;
using Rows = std::vector<Values>;  ///< one vector a token
using Parameters = std::map<std::string, Values>;

/// The model, and what one forward pass needs beside its parameters.
struct Setting {
    bool distilbert = false;
    bool relu = false;  ///< in the feed-forward layers, instead of gelu
    std::size_t hidden = 0, heads = 1, layers = 0;
    double epsilon = 1e-12;
    double hidden_dropout = 0, attention_dropout = 0, classifier_dropout = 0;
    PhiloxKey key{};  ///< of the dropout
};

/// 0 or 1 / (1 - p) for one element, by the counters that the kernels document.
inline double dropout_factor(double p, PhiloxKey key, std::uint32_t site, std::uint32_t sample, std::size_t i,
                             std::size_t j) {
    if (p == 0.0) return 1.0;
    const auto word =
        philox({site, sample, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j / 4)}, key)[j % 4];
    return static_cast<double>(word) >= static_cast<double>(static_cast<float>(p)) * 4294967296.0
               ? 1.0 / (1.0 - p)
               : 0.0;
}

/// One sequence's way through the model.
class Sequence {
  public:
    Sequence(const Setting& setting, const Parameters& parameters, std::uint32_t sample)
        : s_(setting), parameters_(parameters), sample_(sample) {}

    Values logits(const std::vector<std::int32_t>& ids, const std::vector<std::int32_t>& types) const {
        Rows x = embed(ids, types);
        for (std::size_t layer = 0; layer < s_.layers; ++layer) x = block(x, layer);
        return classify(x.front());
    }

  private:
    using Elementwise = std::function<double(double)>;
    [[nodiscard]] const Values& at(const std::string& name) const { return parameters_.at(name); }

    [[nodiscard]] Values linear(const Values& x, const std::string& name) const {
        const Values& weight = at(name + ".weight");
        Values y = at(name + ".bias");
        for (std::size_t o = 0; o < y.size(); ++o) {
            for (std::size_t i = 0; i < x.size(); ++i) y[o] += weight[o * x.size() + i] * x[i];
        }
        return y;
    }

    [[nodiscard]] Values layer_norm(const Values& x, const std::string& name) const {
        double mean = 0, variance = 0;
        for (double value : x) mean += value / static_cast<double>(x.size());
        for (double value : x) variance += (value - mean) * (value - mean) / static_cast<double>(x.size());
        const Values& gamma = at(name + ".weight");
        Values y = at(name + ".bias");
        for (std::size_t i = 0; i < x.size(); ++i)
            y[i] += gamma[i] * (x[i] - mean) / std::sqrt(variance + s_.epsilon);
        return y;
    }

    [[nodiscard]] Values dropped(Values x, double p, std::size_t site, std::size_t place) const {
        for (std::size_t j = 0; j < x.size(); ++j) {
            x[j] *= dropout_factor(p, s_.key, static_cast<std::uint32_t>(site), sample_, place, j);
        }
        return x;
    }

    [[nodiscard]] Values residual_norm(Values x, const Values& residual, double p, std::size_t site,
                                       std::size_t place, const std::string& name) const {
        x = dropped(std::move(x), p, site, place);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += residual[i];
        return layer_norm(x, name);
    }

    [[nodiscard]] Rows embed(const std::vector<std::int32_t>& ids,
                             const std::vector<std::int32_t>& types) const {
        const std::string name = s_.distilbert ? "distilbert.embeddings." : "bert.embeddings.";
        Rows x;
        for (std::size_t t = 0; t < ids.size(); ++t) {
            Values sum(s_.hidden);
            for (std::size_t i = 0; i < s_.hidden; ++i) {
                sum[i] =
                    at(name + "word_embeddings.weight")[static_cast<std::size_t>(ids[t]) * s_.hidden + i] +
                    at(name + "position_embeddings.weight")[t * s_.hidden + i];
                if (s_.distilbert) continue;
                sum[i] +=
                    at(name +
                       "token_type_embeddings.weight")[static_cast<std::size_t>(types[t]) * s_.hidden + i];
            }
            x.push_back(dropped(layer_norm(sum, name + "LayerNorm"), s_.hidden_dropout, 0, t));
        }
        return x;
    }

    [[nodiscard]] Rows each(const Rows& x, const std::string& name) const {
        Rows y;
        for (const Values& row : x) y.push_back(linear(row, name));
        return y;
    }

    /// Probability-weighted values of head `h` for query `t`, added into `out`.
    void attend(const Rows& q, const Rows& k, const Rows& v, std::size_t t, std::size_t h, std::size_t site,
                Values& out) const {
        const std::size_t size = s_.hidden / s_.heads;
        Values p(k.size());
        double sum = 0;
        for (std::size_t u = 0; u < k.size(); ++u) {
            double score = 0;
            for (std::size_t i = h * size; i < (h + 1) * size; ++i) score += q[t][i] * k[u][i];
            p[u] = std::exp(score / std::sqrt(static_cast<double>(size)));
            sum += p[u];
        }
        for (std::size_t u = 0; u < k.size(); ++u) {
            const double weight = p[u] / sum *
                                  dropout_factor(s_.attention_dropout, s_.key,
                                                 static_cast<std::uint32_t>(site + h), sample_, t, u);
            for (std::size_t i = h * size; i < (h + 1) * size; ++i) out[i] += weight * v[u][i];
        }
    }

    [[nodiscard]] double activated(double x) const {
        return s_.relu ? std::max(x, 0.0) : 0.5 * x * (1.0 + std::erf(x / std::sqrt(2.0)));
    }

    [[nodiscard]] Rows block(const Rows& x, std::size_t layer) const {
        const std::string base = (s_.distilbert ? "distilbert.transformer.layer." : "bert.encoder.layer.") +
                                 std::to_string(layer) + ".";
        const auto name = [&](const char* bert, const char* distilbert) {
            return base + (s_.distilbert ? distilbert : bert);
        };
        const Rows q = each(x, name("attention.self.query", "attention.q_lin"));
        const Rows k = each(x, name("attention.self.key", "attention.k_lin"));
        const Rows v = each(x, name("attention.self.value", "attention.v_lin"));
        const std::size_t site = 1 + layer * (s_.heads + 2);
        Rows y;
        for (std::size_t t = 0; t < x.size(); ++t) {
            Values context(s_.hidden, 0.0);
            for (std::size_t h = 0; h < s_.heads; ++h) attend(q, k, v, t, h, site, context);
            const Values a =
                residual_norm(linear(context, name("attention.output.dense", "attention.out_lin")), x[t],
                              s_.distilbert ? 0.0 : s_.hidden_dropout, site + s_.heads, t,
                              name("attention.output.LayerNorm", "sa_layer_norm"));
            Values inner = linear(a, name("intermediate.dense", "ffn.lin1"));
            for (double& value : inner) value = activated(value);
            y.push_back(residual_norm(linear(inner, name("output.dense", "ffn.lin2")), a, s_.hidden_dropout,
                                      site + s_.heads + 1, t, name("output.LayerNorm", "output_layer_norm")));
        }
        return y;
    }

    [[nodiscard]] Values classify(const Values& first) const {
        Values pooled = linear(first, s_.distilbert ? "pre_classifier" : "bert.pooler.dense");
        for (double& value : pooled) value = s_.distilbert ? std::max(value, 0.0) : std::tanh(value);
        return linear(dropped(pooled, s_.classifier_dropout, 1 + s_.layers * (s_.heads + 2), 0),
                      "classifier");
    }

    const Setting& s_;
    const Parameters& parameters_;
    std::uint32_t sample_;
};

/// Logits of each sequence of the batch.
inline Rows logits(const Setting& setting, const Parameters& parameters, const PackedBatch& batch) {
    Rows result;
    for (std::size_t b = 0; b < batch.samples.size(); ++b) {
        const auto part = [&](const std::vector<std::int32_t>& all) {
            return std::vector<std::int32_t>(all.begin() + batch.cu_seqlens[b],
                                             all.begin() + batch.cu_seqlens[b + 1]);
        };
        const Sequence sequence(setting, parameters, static_cast<std::uint32_t>(batch.samples[b]));
        result.push_back(sequence.logits(part(batch.token_ids), part(batch.type_ids)));
    }
    return result;
}

/// Weighted mean of the cross-entropies.
inline double loss(const Setting& setting, const Parameters& parameters, const PackedBatch& batch) {
    const Rows rows = logits(setting, parameters, batch);
    double sum = 0, weights = 0;
    for (std::size_t b = 0; b < rows.size(); ++b) {
        double denominator = 0;
        for (double value : rows[b]) denominator += std::exp(value);
        const double chosen = rows[b][static_cast<std::size_t>(batch.labels[b])];
        sum += batch.weights[b] * (std::log(denominator) - chosen);
        weights += batch.weights[b];
    }
    return sum / weights;
}

}  // namespace remo::reference
