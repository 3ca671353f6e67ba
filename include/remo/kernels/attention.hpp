#pragma once
/// \file
/// Scaled dot-product attention over packed sequences: no padding, each sequence attends to itself.
#include "remo/kernels/dropout_site.hpp"
#include "remo/tensor/device.hpp"

namespace remo::kernels {

/// Shapes below: queries = rows of q, tokens = rows of k and v, hidden = heads * head size; head h has
/// columns h * head size and on. Rows may be strided (slices of one q|k|v matrix).
struct AttentionLayout {
    IndexVector cu_keys;  ///< (sequences + 1) rows of k and v of each sequence
    IndexVector
        cu_queries;  ///< (sequences + 1) rows of q of each sequence; empty: one each, row b for sequence b
    IndexVector
        query_places;     ///< (queries) place of each query in its sequence, for dropout; empty: 0 for all
    IndexVector samples;  ///< (sequences) sample numbers, for dropout
    Index longest = 0;    ///< keys of the longest sequence
    Index heads = 1;
    float scale = 1.0f;  ///< of q k^T, mostly 1 / sqrt(head size)
    Dropout dropout{};   ///< of the probabilities; head h takes site + h
};

/// out (queries, hidden) = dropout(softmax(scale q k^T)) v. `log_sum_exp` (queries, heads) is kept for
/// backward; without data (inference) it is left out. out may be q.
void attention_forward(Device& device, const AttentionLayout& layout, ConstMatrix q, ConstMatrix k,
                       ConstMatrix v, Matrix out, Matrix log_sum_exp);

/// Gradients for dout (queries, hidden), assigned: dq (queries, hidden), dk, dv (tokens, hidden).
/// Probabilities and dropout are computed again from log_sum_exp. dq may be dout; otherwise outputs must not
/// overlap inputs.
void attention_backward(Device& device, const AttentionLayout& layout, ConstMatrix q, ConstMatrix k,
                        ConstMatrix v, ConstMatrix log_sum_exp, ConstMatrix dout, Matrix dq, Matrix dk,
                        Matrix dv);

}  // namespace remo::kernels
