#include "remo/kernels/embedding.hpp"

#include "layer_norm_backward.hpp"
#include "layer_norm_rows.hpp"
#include "parallel.hpp"

namespace remo::kernels {

namespace {

/// The sum of a token's rows.
struct RowSum {
    const std::int32_t* token_ids;
    const std::int32_t* positions;
    const std::int32_t* type_ids;
    EmbeddingTables tables;

    RowSum(const EmbeddingIndices& indices, const EmbeddingTables& embedding)
        : token_ids(indices.token_ids.data),
          positions(indices.positions.data),
          type_ids(indices.type_ids.data),
          tables(embedding) {}

    /// Writes the sum to z and returns the sum over its columns.
    KOKKOS_INLINE_FUNCTION float operator()(Index token, float* z) const {
        const float* const word = tables.words.data + token_ids[token] * tables.words.stride;
        const float* const position = tables.positions.data + positions[token] * tables.positions.stride;
        const Index n = tables.words.columns;
        if (tables.types.rows == 0) {
            return lane_sum(n, [=]<class V>(V, Index j) {
                const V sum = load<V>(word + j) + load<V>(position + j);
                store(z + j, sum);
                return sum;
            });
        }
        const float* const type = tables.types.data + type_ids[token] * tables.types.stride;
        return lane_sum(n, [=]<class V>(V, Index j) {
            const V sum = load<V>(word + j) + load<V>(type + j) + load<V>(position + j);
            store(z + j, sum);
            return sum;
        });
    }
};

KOKKOS_INLINE_FUNCTION void add_row(const float* source, Index columns, float* target) {
#pragma omp simd
    for (Index j = 0; j < columns; ++j) target[j] += source[j];
}

}  // namespace

void embedding_forward(Device& device, const EmbeddingIndices& indices, const EmbeddingTables& tables,
                       Matrix sum) {
    const RowSum row_sum(indices, tables);
    for_rows(
        device, "remo::embedding::forward", sum.rows,
        KOKKOS_LAMBDA(Index token) { row_sum(token, sum.data + token * sum.stride); });
}

void embedding_layer_norm_forward(Device& device, const EmbeddingIndices& indices,
                                  const EmbeddingTables& tables, const LayerNormParameters& norm,
                                  const Dropout& dropout, const DropoutRows& rows,
                                  const LayerNormSaved& saved, Matrix y) {
    const RowSum row_sum(indices, tables);
    const RowNormaliser normalise(norm, saved, y.columns);
    const DropoutMask mask(dropout);
    const RowNames names(rows);
    for_rows(
        device, "remo::embedding::layer_norm_forward", y.rows, KOKKOS_LAMBDA(Index token) {
            float* const z = y.data + token * y.stride;
            const float sum = row_sum(token, z);
            normalise(token, z, sum, z);
            if (mask.active) drop_row(mask, names.sample(token), names.place(token), z, y.columns, z);
        });
}

void embedding_layer_norm_backward(Device& device, ConstMatrix dy, const LayerNormSaved& saved,
                                   ConstVector gamma, const Dropout& dropout, const DropoutRows& rows,
                                   Matrix dsum, Vector dgamma, Vector dbeta) {
    layer_norm_backward(
        device, {dy, saved, gamma, dropout, DropoutPlace::on_output, dsum, {}, dgamma, dbeta, {}}, rows);
}

void word_embedding_backward(Device& device, ConstMatrix dsum, const TokensById& by_id, Matrix dwords) {
    const std::int32_t* const tokens = by_id.tokens.data;
    const std::int32_t* const begins = by_id.begins.data;
    const std::int32_t* const ids = by_id.distinct_ids.data;
    for_rows(
        device, "remo::embedding::word_backward", by_id.distinct_ids.size, KOKKOS_LAMBDA(Index d) {
            float* const target = dwords.data + ids[d] * dwords.stride;
            for (Index i = begins[d]; i < begins[d + 1]; ++i)
                add_row(dsum.data + tokens[i] * dsum.stride, dsum.columns, target);
        });
}

void position_embedding_backward(Device& device, ConstMatrix dsum, IndexVector cu_seqlens, Index longest,
                                 Matrix dpositions) {
    for_rows(
        device, "remo::embedding::position_backward", longest, KOKKOS_LAMBDA(Index place) {
            float* const target = dpositions.data + place * dpositions.stride;
            for (Index b = 0; b + 1 < cu_seqlens.size; ++b) {
                const Index token = cu_seqlens.data[b] + place;
                if (token < cu_seqlens.data[b + 1])
                    add_row(dsum.data + token * dsum.stride, dsum.columns, target);
            }
        });
}

void type_embedding_backward(Device& device, ConstMatrix dsum, IndexVector type_ids, Matrix dtypes) {
    const RowBlocks blocks(dsum.rows);
    const Index n = dsum.columns;
    const Index size = dtypes.rows * n;
    auto* const partial = reinterpret_cast<float*>(
        device.instance().scratch(static_cast<std::size_t>(blocks.count() * size) * sizeof(float)));
    for_rows(
        device, "remo::embedding::type_backward", blocks.count(), KOKKOS_LAMBDA(Index b) {
            float* const own = partial + b * size;
            for (Index j = 0; j < size; ++j) own[j] = 0.0f;
            for (Index token = blocks.begin(b); token < blocks.end(b); ++token)
                add_row(dsum.data + token * dsum.stride, n, own + type_ids.data[token] * n);
        });
    for (Index type = 0; type < dtypes.rows; ++type)
        add_partial_sums(device, "remo::embedding::type_sums", partial, blocks.count(), size, type * n,
                         {dtypes.data + type * dtypes.stride, n});
}

}  // namespace remo::kernels
