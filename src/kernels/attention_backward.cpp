#include "attention_block.hpp"

namespace remo::kernels {

namespace {

KOKKOS_FORCEINLINE_FUNCTION float sum_of_products(const float* x, const float* y, Index count) {
    return lane_sum(count, [=]<class V>(V, Index j) { return load<V>(x + j) * load<V>(y + j); });
}

/// Formulas, with p the probabilities, f the dropout factors and o = (p f) v the output of one query and head:
/// dv += (p f)^T do, dp = f (do v^T), ds = p (dp - sum over keys of p dp), dq = scale ds k, dk += scale ds^T q.
struct Backward {
    AttentionBlocks blocks;
    ConstMatrix q, k, v, log_sum_exp, dout;
    Matrix dq, dk, dv;

    /// Transposed keys and values, then three blocks of scores: p, p f and dp.
    [[nodiscard]] Index scratch() const {
        return (2 * blocks.head_size + 3 * AttentionBlocks::query_block) * blocks.longest;
    }

    KOKKOS_INLINE_FUNCTION void operator()(const Team& team) const {
        const AttentionItem item = blocks.item(team.league_rank());
        auto* const keys =
            static_cast<float*>(team.team_scratch(1).get_shmem_aligned(scratch() * sizeof(float), 64));
        float* const values = keys + blocks.head_size * blocks.longest;
        float* const scores = values + blocks.head_size * blocks.longest;
        const Index column = item.head * blocks.head_size;
        blocks.transpose(k.data + item.first_key * k.stride + column, k.stride, item.keys, keys);
        blocks.transpose(v.data + item.first_key * v.stride + column, v.stride, item.keys, values);
        if (item.queries == 0) clear(item);
        for (Index begin = 0; begin < item.queries; begin += AttentionBlocks::query_block) {
            const Index left = item.queries - begin;
            query_rows(item, item.first_query + begin,
                       left < AttentionBlocks::query_block ? left : AttentionBlocks::query_block, keys,
                       values, scores, begin > 0);
        }
    }

    /// Keys that no query looks at have no gradient.
    KOKKOS_INLINE_FUNCTION void clear(const AttentionItem& item) const {
        const Index d = blocks.head_size;
        for (Index j = item.first_key; j < item.first_key + item.keys; ++j) {
            for (Index c = item.head * d; c < (item.head + 1) * d; ++c)
                dk.data[j * dk.stride + c] = dv.data[j * dv.stride + c] = 0.0f;
        }
    }

    KOKKOS_INLINE_FUNCTION void query_rows(const AttentionItem& item, Index first, Index count,
                                           const float* keys, const float* values, float* p, bool add) const {
        const Index d = blocks.head_size;
        const Index stride = blocks.padded(item.keys);
        const Index column = item.head * d;
        float* const dropped = blocks.mask.active ? p + AttentionBlocks::query_block * stride : p;
        float* const ds = p + 2 * AttentionBlocks::query_block * stride;
        const LeftOperand queries{q.data + first * q.stride + column, q.stride, 1};
        const LeftOperand slopes{dout.data + first * dout.stride + column, dout.stride, 1};
        small_product(queries, keys, stride, count, d, stride, blocks.scale, false, p, stride);
        small_product(slopes, values, stride, count, d, stride, 1.0f, false, ds, stride);
        probabilities(item, first, count, p);
        if (blocks.mask.active) blocks.drop(item, first, count, p, dropped);
        for (Index i = 0; i < count; ++i)
            score_row(item, p + i * stride, dropped + i * stride, ds + i * stride);
        // Products over queries: the left matrix is a transpose. dq may be dout, so it is written last.
        small_product({dropped, 1, stride}, slopes.data, dout.stride, item.keys, count, d, 1.0f, add,
                      dv.data + item.first_key * dv.stride + column, dv.stride);
        small_product({ds, 1, stride}, queries.data, q.stride, item.keys, count, d, blocks.scale, add,
                      dk.data + item.first_key * dk.stride + column, dk.stride);
        small_product({ds, stride, 1}, k.data + item.first_key * k.stride + column, k.stride, count,
                      item.keys, d, blocks.scale, false, dq.data + first * dq.stride + column, dq.stride);
    }

    /// From scores to p, in place; one exponential loop over all rows, as in forward.
    KOKKOS_INLINE_FUNCTION void probabilities(const AttentionItem& item, Index first, Index count,
                                              float* scores) const {
        const Index n = blocks.padded(item.keys);
        for (Index i = 0; i < count; ++i) {
            const float normaliser = log_sum_exp.data[(first + i) * log_sum_exp.stride + item.head];
            float* const row = scores + i * n;
#pragma omp simd
            for (Index j = 0; j < n; ++j) row[j] -= normaliser;
        }
#pragma omp simd
        for (Index j = 0; j < count * n; ++j) scores[j] = vector_exp(scores[j]);
    }

    /// From do v^T to ds, in place.
    KOKKOS_INLINE_FUNCTION void score_row(const AttentionItem& item, const float* p, const float* dropped,
                                          float* ds) const {
        const Index n = blocks.padded(item.keys);  // where do v^T is 0
        if (blocks.mask.active) {
            const float sum = sum_of_products(dropped, ds, n);
            // p dp = p f (do v^T)
#pragma omp simd
            for (Index j = 0; j < n; ++j) ds[j] = dropped[j] * ds[j] - p[j] * sum;
            return;
        }
        const float sum = sum_of_products(p, ds, n);
#pragma omp simd
        for (Index j = 0; j < n; ++j) ds[j] = p[j] * (ds[j] - sum);
    }
};

}  // namespace

void attention_backward(Device& device, const AttentionLayout& layout, ConstMatrix q, ConstMatrix k,
                        ConstMatrix v, ConstMatrix log_sum_exp, ConstMatrix dout, Matrix dq, Matrix dk,
                        Matrix dv) {
    const Backward body{AttentionBlocks(layout, q.columns), q, k, v, log_sum_exp, dout, dq, dk, dv};
    if (body.blocks.sequences == 0) return;
    Kokkos::parallel_for("remo::attention::backward", body.blocks.policy(device, body.scratch()), body);
}

}  // namespace remo::kernels
