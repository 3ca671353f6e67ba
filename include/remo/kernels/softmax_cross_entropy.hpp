#pragma once
/// \file
/// The classification loss, and softmax for predictions.
#include "remo/tensor/device.hpp"

namespace remo::kernels {

/// Loss of row i: weights[i] * ((1 - s) * -log p[label] + s / classes * sum over c of -log p[c]), p =
/// softmax(logits[i]), s = label_smoothing. Rows with a label below 0 count nothing. \param logits (rows,
/// classes) \param labels               (rows) \param weights              (rows); empty: 1 \param
/// inverse_denominator  1 / sum of weights over the global batch: the gradient's factor \param gradient
/// (rows, classes) d (loss * inverse_denominator) / d logits, assigned; without data: left out;
///                             may be logits
/// \param loss_sum             set to the sum of the rows' losses (not divided), in double; null: not
/// computed, no fence
void softmax_cross_entropy(Device& device, ConstMatrix logits, IndexVector labels, ConstVector weights,
                           float label_smoothing, float inverse_denominator, Matrix gradient,
                           double* loss_sum);

/// probabilities (rows, classes) = softmax of each row; may be logits.
void softmax_rows(Device& device, ConstMatrix logits, Matrix probabilities);

/// log_probabilities (rows, classes) = log softmax of each row; may be logits.
void log_softmax_rows(Device& device, ConstMatrix logits, Matrix log_probabilities);

}  // namespace remo::kernels
