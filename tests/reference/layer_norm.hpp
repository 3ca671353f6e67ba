#pragma once
/// \file
/// Layer normalisation in plain loops, with bias, dropout and residual.
#include <cmath>
#include <vector>

#include "reference/dropout.hpp"

namespace remo::reference {

using Doubles = std::vector<double>;

/// y (rows, columns) = gamma * (x - mean) / sqrt(variance + epsilon) + beta.
inline Doubles layer_norm(const Doubles& x, const Doubles& gamma, const Doubles& beta, double epsilon) {
    const std::size_t columns = gamma.size();
    Doubles y(x.size());
    for (std::size_t begin = 0; begin < x.size(); begin += columns) {
        double mean = 0.0;
        for (std::size_t j = 0; j < columns; ++j) mean += x[begin + j] / static_cast<double>(columns);
        double variance = 0.0;
        for (std::size_t j = 0; j < columns; ++j)
            variance += (x[begin + j] - mean) * (x[begin + j] - mean) / static_cast<double>(columns);
        for (std::size_t j = 0; j < columns; ++j)
            y[begin + j] = gamma[j] * (x[begin + j] - mean) / std::sqrt(variance + epsilon) + beta[j];
    }
    return y;
}

/// Row names of dropout: sample and place of each row.
struct Rows {
    std::vector<std::int32_t> samples;
    std::vector<std::int32_t> places;
};

inline Doubles dropped(const Doubles& x, std::size_t columns, const kernels::Dropout& dropout,
                       const Rows& rows) {
    Doubles y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        y[i] = x[i] * dropout_factor(dropout, rows.samples[i / columns], rows.places[i / columns],
                                     static_cast<Index>(i % columns));
    return y;
}

/// dropout(x + bias) + residual.
inline Doubles residual_sum(const Doubles& x, const Doubles& bias, const kernels::Dropout& dropout,
                            const Rows& rows, const Doubles& residual) {
    Doubles z(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) z[i] = x[i] + bias[i % bias.size()];
    z = dropped(z, bias.size(), dropout, rows);
    for (std::size_t i = 0; i < z.size(); ++i) z[i] += residual[i];
    return z;
}

}  // namespace remo::reference
