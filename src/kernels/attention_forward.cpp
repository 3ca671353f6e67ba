#include "attention_block.hpp"

namespace remo::kernels {

namespace {

/// Largest score and sum of exponentials of each query of a block.
struct RowSums {
    float largest[AttentionBlocks::query_block];
    float sum[AttentionBlocks::query_block];
};

KOKKOS_INLINE_FUNCTION float largest_of(const float* scores, Index padded) {
    Lanes lanes = load<Lanes>(scores);
    for (Index j = lane_count; j < padded; j += lane_count) {
        const Lanes next = load<Lanes>(scores + j);
        lanes = lanes < next ? next : lanes;
    }
    return horizontal_max(lanes);
}

/// scores -= largest of the row; padding columns become so low that their exponential is 0.
KOKKOS_INLINE_FUNCTION float shift_row(float* scores, Index keys, Index padded) {
    for (Index j = keys; j < padded; ++j) scores[j] = -1e30f;
    const float largest = largest_of(scores, padded);
#pragma omp simd
    for (Index j = 0; j < padded; ++j) scores[j] -= largest;
    return largest;
}

struct Forward {
    AttentionBlocks blocks;
    ConstMatrix q, k, v;
    Matrix out;
    Matrix log_sum_exp;

    [[nodiscard]] Index scratch() const {
        return (blocks.head_size + AttentionBlocks::query_block) * blocks.longest;
    }

    KOKKOS_INLINE_FUNCTION void operator()(const Team& team) const {
        const AttentionItem item = blocks.item(team.league_rank());
        auto* const keys =
            static_cast<float*>(team.team_scratch(1).get_shmem_aligned(scratch() * sizeof(float), 64));
        float* const scores = keys + blocks.head_size * blocks.longest;
        const Index column = item.head * blocks.head_size;
        blocks.transpose(k.data + item.first_key * k.stride + column, k.stride, item.keys, keys);
        for (Index begin = 0; begin < item.queries; begin += AttentionBlocks::query_block) {
            const Index left = item.queries - begin;
            query_rows(item, item.first_query + begin,
                       left < AttentionBlocks::query_block ? left : AttentionBlocks::query_block, keys,
                       scores);
        }
    }

    KOKKOS_INLINE_FUNCTION void query_rows(const AttentionItem& item, Index first, Index count,
                                           const float* keys, float* scores) const {
        const Index d = blocks.head_size;
        const Index stride = blocks.padded(item.keys);
        const Index column = item.head * d;
        small_product({q.data + first * q.stride + column, q.stride, 1}, keys, stride, count, d,
                      blocks.padded(item.keys), blocks.scale, false, scores, stride);
        RowSums sums = {};
        for (Index i = 0; i < count; ++i) sums.largest[i] = shift_row(scores + i * stride, item.keys, stride);
            // One loop over all rows: short rows alone would wait for each exponential to end.
#pragma omp simd
        for (Index j = 0; j < count * stride; ++j) scores[j] = vector_exp(scores[j]);
        for (Index i = 0; i < count; ++i) {
            float* const p = scores + i * stride;
            sums.sum[i] = lane_sum(stride, [=]<class V>(V, Index j) { return load<V>(p + j); });
        }
        if (blocks.mask.active) blocks.drop(item, first, count, scores, scores);
        // The division by the sum is left until the rows, which are shorter than p, have met the values.
        small_product({scores, stride, 1}, v.data + item.first_key * v.stride + column, v.stride, count,
                      item.keys, d, 1.0f, false, out.data + first * out.stride + column, out.stride);
        finish(item, first, count, sums);
    }

    /// Divides the rows by their sums and keeps the logarithms.
    KOKKOS_INLINE_FUNCTION void finish(const AttentionItem& item, Index first, Index count,
                                       const RowSums& sums) const {
        const Index d = blocks.head_size;
        for (Index i = 0; i < count; ++i) {
            float* const row = out.data + (first + i) * out.stride + item.head * d;
            const float factor = 1.0f / sums.sum[i];
#pragma omp simd
            for (Index c = 0; c < d; ++c) row[c] *= factor;
        }
        if (log_sum_exp.data == nullptr) return;
        float logs[AttentionBlocks::query_block];
#pragma omp simd
        for (Index i = 0; i < AttentionBlocks::query_block; ++i)
            logs[i] = sums.largest[i] + vector_log(sums.sum[i]);
        for (Index i = 0; i < count; ++i)
            log_sum_exp.data[(first + i) * log_sum_exp.stride + item.head] = logs[i];
    }
};

}  // namespace

void attention_forward(Device& device, const AttentionLayout& layout, ConstMatrix q, ConstMatrix k,
                       ConstMatrix v, Matrix out, Matrix log_sum_exp) {
    const Forward body{AttentionBlocks(layout, q.columns), q, k, v, out, log_sum_exp};
    if (body.blocks.sequences == 0) return;
    Kokkos::parallel_for("remo::attention::forward", body.blocks.policy(device, body.scratch()), body);
}

}  // namespace remo::kernels
