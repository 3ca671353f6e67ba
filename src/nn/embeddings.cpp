#include "remo/nn/embeddings.hpp"

#include "remo/kernels/embedding.hpp"
#include "remo/nn/gradient_ready.hpp"

namespace remo::nn {

kernels::EmbeddingTables Embeddings::table_values(const RunContext& context) const {
    const ParameterStore& parameters = context.parameters;
    return {parameters.matrix(tables_.words), parameters.matrix(tables_.positions),
            tables_.types.valid() ? parameters.matrix(tables_.types) : ConstMatrix{}};
}

void Embeddings::forward(RunContext& context, const DeviceBatch& batch, Matrix y) {
    saved_ = {};
    if (context.training) saved_ = {context.arena.matrix(y.rows, y.columns), context.arena.vector(y.rows)};
    const RowSelection rows = select_rows(batch, Rows::all);
    kernels::embedding_layer_norm_forward(context.device, {batch.token_ids, batch.positions, batch.type_ids},
                                          table_values(context), norm_.values(context),
                                          context.dropout(dropout_, site_), rows.names, saved_, y);
}

void Embeddings::backward(RunContext& context, const DeviceBatch& batch, Matrix dy) {
    ParameterStore& parameters = context.parameters;
    const RowSelection rows = select_rows(batch, Rows::all);
    kernels::embedding_layer_norm_backward(
        context.device, dy, saved_, parameters.vector(norm_.gamma), context.dropout(dropout_, site_),
        rows.names, dy, gradient_of(parameters, norm_.gamma), gradient_of(parameters, norm_.beta));
    if (parameters.at(tables_.words).trainable) {
        kernels::word_embedding_backward(context.device, dy,
                                         {batch.by_id_tokens, batch.by_id_begins, batch.distinct_ids},
                                         parameters.gradient_matrix(tables_.words));
    }
    if (parameters.at(tables_.positions).trainable) {
        kernels::position_embedding_backward(context.device, dy, batch.cu_seqlens, batch.longest,
                                             parameters.gradient_matrix(tables_.positions));
    }
    if (tables_.types.valid() && parameters.at(tables_.types).trainable) {
        kernels::type_embedding_backward(context.device, dy, batch.type_ids,
                                         parameters.gradient_matrix(tables_.types));
    }
}

}  // namespace remo::nn
