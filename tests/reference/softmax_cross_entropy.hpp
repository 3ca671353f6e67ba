#pragma once
/// \file
/// The classification loss in plain loops.
#include <cmath>
#include <vector>

#include "remo/tensor/matrix.hpp"

namespace remo::reference {

struct CrossEntropy {
    std::vector<std::int32_t> labels;
    std::vector<double> weights;
    double smoothing = 0.0;

    /// log softmax of one row.
    static std::vector<double> log_softmax(const double* x, std::size_t classes) {
        double sum = 0.0;
        for (std::size_t c = 0; c < classes; ++c) sum += std::exp(x[c]);
        std::vector<double> result(x, x + classes);
        for (double& value : result) value -= std::log(sum);
        return result;
    }

    /// Sum of the rows' weighted losses.
    [[nodiscard]] double operator()(const std::vector<double>& logits, std::size_t classes) const {
        double loss = 0.0;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (labels[i] < 0) continue;
            const std::vector<double> log_p = log_softmax(&logits[i * classes], classes);
            double mean = 0.0;
            for (const double value : log_p) mean -= value / static_cast<double>(classes);
            loss += weights[i] *
                    ((1.0 - smoothing) * -log_p[static_cast<std::size_t>(labels[i])] + smoothing * mean);
        }
        return loss;
    }
};

}  // namespace remo::reference
