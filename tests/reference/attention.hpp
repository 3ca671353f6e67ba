#pragma once
/// \file
/// Attention over packed sequences in plain loops.
#include <cmath>
#include <vector>

#include "reference/dropout.hpp"

namespace remo::reference {

struct Attention {
    std::vector<std::int32_t> cu_keys, cu_queries, places, samples;
    Index heads = 1;
    Index head_size = 1;
    double scale = 1.0;
    kernels::Dropout dropout{};

    [[nodiscard]] std::size_t hidden() const { return static_cast<std::size_t>(heads * head_size); }

    /// out (queries, hidden) for q (queries, hidden), k and v (tokens, hidden).
    [[nodiscard]] std::vector<double> operator()(const std::vector<double>& q, const std::vector<double>& k,
                                                 const std::vector<double>& v) const {
        std::vector<double> out(q.size());
        for (std::size_t b = 0; b + 1 < cu_keys.size(); ++b) {
            for (Index h = 0; h < heads; ++h) {
                for (std::int32_t i = cu_queries[b]; i < cu_queries[b + 1]; ++i) row(b, h, i, q, k, v, out);
            }
        }
        return out;
    }

    [[nodiscard]] double score(Index h, std::int32_t i, std::int32_t j, const std::vector<double>& q,
                               const std::vector<double>& k) const {
        double sum = 0.0;
        for (Index c = h * head_size; c < (h + 1) * head_size; ++c) sum += q[at(i, c)] * k[at(j, c)];
        return scale * sum;
    }

    [[nodiscard]] double log_sum_exp(std::size_t b, Index h, std::int32_t i, const std::vector<double>& q,
                                     const std::vector<double>& k) const {
        double sum = 0.0;
        for (std::int32_t j = cu_keys[b]; j < cu_keys[b + 1]; ++j) sum += std::exp(score(h, i, j, q, k));
        return std::log(sum);
    }

    void row(std::size_t b, Index h, std::int32_t i, const std::vector<double>& q,
             const std::vector<double>& k, const std::vector<double>& v, std::vector<double>& out) const {
        kernels::Dropout own = dropout;
        own.site += static_cast<std::uint32_t>(h);
        const double normaliser = log_sum_exp(b, h, i, q, k);
        for (std::int32_t j = cu_keys[b]; j < cu_keys[b + 1]; ++j) {
            const double p =
                std::exp(score(h, i, j, q, k) - normaliser) *
                dropout_factor(own, samples[b], places[static_cast<std::size_t>(i)], j - cu_keys[b]);
            for (Index c = h * head_size; c < (h + 1) * head_size; ++c) out[at(i, c)] += p * v[at(j, c)];
        }
    }

    [[nodiscard]] std::size_t at(std::int32_t row, Index column) const {
        return static_cast<std::size_t>(row) * hidden() + static_cast<std::size_t>(column);
    }
};

}  // namespace remo::reference
