#include "remo/nn/self_attention.hpp"

#include <cmath>

#include "remo/kernels/rows.hpp"

namespace remo::nn {

/// Memory of the projections. With all rows, queries, keys and values are one matrix (tokens, 3 hidden), so that one
/// product makes them.
SelfAttention::Projected SelfAttention::take(RunContext& context, const DeviceBatch& batch) const {
    const Index hidden = options_.hidden_size;
    if (rows_ == Rows::first) {
        return {context.arena.matrix(batch.sequences, hidden),
                context.arena.matrix(batch.tokens, 2 * hidden)};
    }
    const Matrix all = context.arena.matrix(batch.tokens, 3 * hidden);
    return {{all.data, all.rows, hidden, all.stride}, {all.data + hidden, all.rows, 2 * hidden, all.stride}};
}

Matrix SelfAttention::joint(const Projected& projected) const {
    const Matrix& queries = projected.queries;
    return {queries.data, queries.rows, 3 * options_.hidden_size, queries.stride};
}

Matrix SelfAttention::keys(const Projected& projected) const {
    const Matrix& both = projected.keys_values;
    return {both.data, both.rows, options_.hidden_size, both.stride};
}

Matrix SelfAttention::values(const Projected& projected) const {
    const Matrix& both = projected.keys_values;
    return {both.data + options_.hidden_size, both.rows, options_.hidden_size, both.stride};
}

kernels::AttentionLayout SelfAttention::layout(const RunContext& context, const DeviceBatch& batch) const {
    kernels::AttentionLayout layout;
    layout.cu_keys = batch.cu_seqlens;
    if (rows_ == Rows::all) {
        layout.cu_queries = batch.cu_seqlens;
        layout.query_places = batch.positions;
    }
    layout.samples = batch.sequence_samples;
    layout.longest = batch.longest;
    layout.heads = options_.heads;
    layout.scale = 1.0f / std::sqrt(static_cast<float>(options_.hidden_size / options_.heads));
    layout.dropout = context.dropout(static_cast<float>(options_.dropout), options_.site);
    return layout;
}

void SelfAttention::project(RunContext& context, const DeviceBatch& batch, ConstMatrix x) {
    projected_ = take(context, batch);
    if (rows_ == Rows::all) {
        projections_.forward(context, x, joint(projected_));
        return;
    }
    const Matrix first = context.arena.matrix(batch.sequences, options_.hidden_size);
    kernels::gather_rows(context.device, x, select_rows(batch, rows_).tokens, first);
    first_input_ = first;
    projections_.range(0, 1).forward(context, first, projected_.queries);
    projections_.range(1, 2).forward(context, x, projected_.keys_values);
}

void SelfAttention::forward(RunContext& context, const DeviceBatch& batch, Rows rows, ConstMatrix x,
                            Matrix y) {
    rows_ = rows;
    input_ = x;
    project(context, batch, x);
    const Index count = select_rows(batch, rows).count;
    context_vectors_ = context.arena.matrix(count, options_.hidden_size);
    log_sum_exp_ = context.training ? context.arena.matrix(count, options_.heads) : Matrix{};
    kernels::attention_forward(context.device, layout(context, batch), projected_.queries, keys(projected_),
                               values(projected_), context_vectors_, log_sum_exp_);
    output_.forward(context, context_vectors_, y);
}

void SelfAttention::backward(RunContext& context, const DeviceBatch& batch, ConstMatrix dy,
                             bool input_gradient, Matrix residual, Matrix dx) {
    output_.backward_weight(context, dy, context_vectors_);
    if (!input_gradient && !projections_.trainable(context)) return;
    const Matrix dcontext = context.arena.matrix(dy.rows, dy.columns);
    output_.backward_input(context, dy, 0.0f, dcontext);
    const Projected gradients = take(context, batch);
    kernels::attention_backward(context.device, layout(context, batch), projected_.queries, keys(projected_),
                                values(projected_), log_sum_exp_, dcontext, gradients.queries,
                                keys(gradients), values(gradients));
    if (rows_ == Rows::first) {
        backward_first(context, gradients, input_gradient, batch, residual, dx);
        return;
    }
    projections_.backward_parameters(context, joint(gradients), input_);
    if (input_gradient) projections_.backward_input(context, joint(gradients), 1.0f, dx);
}

void SelfAttention::backward_first(RunContext& context, const Projected& gradients, bool input_gradient,
                                   const DeviceBatch& batch, Matrix residual, Matrix dx) const {
    const JointLinear query = projections_.range(0, 1);
    const JointLinear key_value = projections_.range(1, 2);
    query.backward_parameters(context, gradients.queries, first_input_);
    key_value.backward_parameters(context, gradients.keys_values, input_);
    if (!input_gradient) return;
    key_value.backward_input(context, gradients.keys_values, 0.0f, dx);
    query.backward_input(context, gradients.queries, 1.0f, residual);
    kernels::scatter_add_rows(context.device, residual, select_rows(batch, rows_).tokens, dx);
}

}  // namespace remo::nn
