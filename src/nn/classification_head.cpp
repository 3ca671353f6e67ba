#include "remo/nn/classification_head.hpp"

#include "remo/kernels/bias.hpp"
#include "remo/kernels/dropout.hpp"
#include "remo/nn/gradient_ready.hpp"

namespace remo::nn {

void SequenceClassificationHead::apply_dropout(RunContext& context, const DeviceBatch& batch,
                                               Matrix x) const {
    const kernels::Dropout dropout = context.dropout(static_cast<float>(options_.dropout), options_.site);
    if (dropout.active()) kernels::dropout(context.device, x, dropout, select_rows(batch, rows()).names, x);
}

Matrix SequenceClassificationHead::forward(RunContext& context, const DeviceBatch& batch,
                                           ConstMatrix hidden) {
    hidden_ = hidden;
    const Matrix dense = context.arena.matrix(hidden.rows, options_.hidden_size);
    dense_.forward(context, hidden, dense);
    pooled_ = context.training ? context.arena.matrix(hidden.rows, options_.hidden_size) : dense;
    derivative_ = context.training ? dense : Matrix{};
    kernels::activation_forward(context.device, options_.activation, dense, dense_.bias_value(context),
                                pooled_, derivative_);
    apply_dropout(context, batch, pooled_);
    const Matrix logits = context.arena.matrix(hidden.rows, options_.labels);
    classifier_.forward(context, pooled_, logits);
    kernels::add_bias(context.device, logits, classifier_.bias_value(context));
    return logits;
}

void SequenceClassificationHead::backward(RunContext& context, const DeviceBatch& batch, ConstMatrix dlogits,
                                          bool input_gradient, Matrix dhidden) {
    classifier_.backward_weight(context, dlogits, pooled_);
    if (const Vector bias = gradient_of(context.parameters, classifier_.bias); !bias.empty()) {
        kernels::column_sums(context.device, dlogits, bias);
    }
    const Matrix dpooled = context.arena.matrix(dlogits.rows, options_.hidden_size);
    classifier_.backward_input(context, dlogits, 0.0f, dpooled);
    apply_dropout(context, batch, dpooled);
    kernels::activation_backward(context.device, dpooled, derivative_, dpooled,
                                 gradient_of(context.parameters, dense_.bias));
    dense_.backward_weight(context, dpooled, hidden_);
    if (input_gradient) dense_.backward_input(context, dpooled, 0.0f, dhidden);
}

}  // namespace remo::nn
