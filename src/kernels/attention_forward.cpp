#include "attention_block.hpp"

namespace remo::kernels {

namespace {

/// p = exp(scores - log sum exp), in place; padding columns become 0. Returns the log sum exp.
KOKKOS_INLINE_FUNCTION float softmax_row(float* p, Index keys, Index padded) {
    for (Index j = keys; j < padded; ++j) p[j] = -1e30f;
    float largest = p[0];
#pragma omp simd reduction(max : largest)
    for (Index j = 0; j < padded; ++j) largest = p[j] > largest ? p[j] : largest;
    float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
    for (Index j = 0; j < padded; ++j) sum += p[j] = vector_exp(p[j] - largest);
    const float factor = 1.0f / sum;
#pragma omp simd
    for (Index j = 0; j < padded; ++j) p[j] *= factor;
    return largest + std::log(sum);
}

struct Forward {
    AttentionBlocks blocks;
    ConstMatrix q, k, v;
    Matrix out;
    Matrix log_sum_exp;

    [[nodiscard]] Index scratch() const {
        return (blocks.head_size + AttentionBlocks::query_block) * blocks.key_stride;
    }

    KOKKOS_INLINE_FUNCTION void operator()(const Team& team) const {
        const AttentionItem item = blocks.item(team.league_rank());
        auto* const keys =
            static_cast<float*>(team.team_scratch(1).get_shmem_aligned(scratch() * sizeof(float), 64));
        float* const scores = keys + blocks.head_size * blocks.key_stride;
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
        const Index stride = blocks.key_stride;
        const Index column = item.head * d;
        small_product({q.data + first * q.stride + column, q.stride, 1}, keys, stride, count, d,
                      blocks.padded(item.keys), blocks.scale, false, scores, stride);
        for (Index i = 0; i < count; ++i) {
            float* const p = scores + i * stride;
            const float normaliser = softmax_row(p, item.keys, blocks.padded(item.keys));
            if (log_sum_exp.data != nullptr)
                log_sum_exp.data[(first + i) * log_sum_exp.stride + item.head] = normaliser;
            if (blocks.mask.active) blocks.drop(item, first + i, p, p);
        }
        small_product({scores, stride, 1}, v.data + item.first_key * v.stride + column, v.stride, count,
                      item.keys, d, 1.0f, false, out.data + first * out.stride + column, out.stride);
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
