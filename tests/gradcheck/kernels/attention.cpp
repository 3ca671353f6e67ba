// Attention's gradients: ragged sequences, all queries or the first of each sequence, with and without dropout.
#include "remo/kernels/attention.hpp"

#include <algorithm>

#include "reference/attention.hpp"
#include "support/comparison.hpp"
#include "support/packing.hpp"
#include "support/tensors.hpp"

namespace {

using namespace remo;
using namespace remo::testing;

struct Case {
    std::vector<std::int32_t> lengths;
    Index heads, head_size;
    float probability;
    bool first_only;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
    return out << c.lengths.size() << " sequences, " << c.heads << " x " << c.head_size << ", p "
               << c.probability << (c.first_only ? ", first queries" : "");
}

reference::Attention reference_of(const Case& c, const Packing& packing) {
    reference::Attention result{packing.cu_seqlens,
                                packing.cu_seqlens,
                                packing.places,
                                packing.samples,
                                c.heads,
                                c.head_size,
                                0.3,
                                {}};
    result.dropout = {c.probability, random_key(5, RandomUse::dropout, 3), 17};
    if (c.first_only) {
        for (std::size_t b = 0; b < result.cu_queries.size(); ++b)
            result.cu_queries[b] = static_cast<std::int32_t>(b);
        result.places.assign(c.lengths.size(), 0);
    }
    return result;
}

const Case cases[] = {
    {{1}, 1, 1, 0.0f, false},         {{3, 1, 5}, 2, 3, 0.0f, false}, {{3, 1, 5}, 2, 3, 0.4f, false},
    {{7, 2, 17}, 2, 16, 0.1f, false}, {{33, 70}, 1, 8, 0.2f, false},  {{5, 9, 1, 4}, 3, 4, 0.3f, true},
    {{40, 12}, 2, 32, 0.0f, true},
};

BOOST_AUTO_TEST_CASE(attention_gradients) {
    for (const Case& c : cases) {
        BOOST_TEST_CONTEXT(c) {
            const Packing packing(c.lengths, 100);
            const reference::Attention ref = reference_of(c, packing);
            const Index hidden = c.heads * c.head_size;
            const auto tokens = static_cast<Index>(packing.places.size());
            const Index queries = ref.cu_queries.back();
            const DeviceArray<float> q(random_values(queries * hidden, 1)),
                k(random_values(tokens * hidden, 2)), v(random_values(tokens * hidden, 3)),
                dout(random_values(queries * hidden, 4));
            const DeviceArray<float> out(q.values()), lse(random_values(queries * c.heads, 5));
            const DeviceArray<float> dq(q.values()), dk(k.values()), dv(v.values());
            const DeviceArray<std::int32_t> cu_keys(ref.cu_keys), cu_queries(ref.cu_queries),
                places(ref.places), samples(ref.samples);
            kernels::AttentionLayout layout{cu_keys.view(), cu_queries.view(), places.view(), samples.view()};
            layout.longest = *std::max_element(c.lengths.begin(), c.lengths.end());
            layout.heads = c.heads;
            layout.scale = 0.3f;
            layout.dropout = ref.dropout;
            if (c.first_only) layout.cu_queries = layout.query_places = {};
            kernels::attention_forward(device(), layout, q.matrix(queries, hidden), k.matrix(tokens, hidden),
                                       v.matrix(tokens, hidden), out.matrix(queries, hidden),
                                       lse.matrix(queries, c.heads));
            kernels::attention_backward(device(), layout, q.matrix(queries, hidden), k.matrix(tokens, hidden),
                                        v.matrix(tokens, hidden), lse.matrix(queries, c.heads),
                                        dout.matrix(queries, hidden), dq.matrix(queries, hidden),
                                        dk.matrix(tokens, hidden), dv.matrix(tokens, hidden));
            // dq over dout and out over q, as layers may call it: the same bits.
            const DeviceArray<float> in_place(dout.values()), out_over_q(q.values()), dk_again(k.values()),
                dv_again(v.values());
            kernels::attention_forward(device(), layout, out_over_q.matrix(queries, hidden),
                                       k.matrix(tokens, hidden), v.matrix(tokens, hidden),
                                       out_over_q.matrix(queries, hidden), {});
            kernels::attention_backward(device(), layout, q.matrix(queries, hidden), k.matrix(tokens, hidden),
                                        v.matrix(tokens, hidden), lse.matrix(queries, c.heads),
                                        in_place.matrix(queries, hidden), in_place.matrix(queries, hidden),
                                        dk_again.matrix(tokens, hidden), dv_again.matrix(tokens, hidden));
            BOOST_TEST((out_over_q.values() == out.values()));
            BOOST_TEST((in_place.values() == dq.values()));
            BOOST_TEST((dk_again.values() == dk.values()));
            BOOST_TEST((dv_again.values() == dv.values()));
            const auto qd = widened(q.values()), kd = widened(k.values()), vd = widened(v.values());
            const auto slopes = widened(dout.values());
            using D = std::vector<double>;
            const auto by_q = [&](const D& x) { return weighted_sum(slopes, ref(x, kd, vd)); };
            const auto by_k = [&](const D& x) { return weighted_sum(slopes, ref(qd, x, vd)); };
            const auto by_v = [&](const D& x) { return weighted_sum(slopes, ref(qd, kd, x)); };
            BOOST_TEST(difference(out.values(), ref(qd, kd, vd)) < 1e-6);
            BOOST_TEST(difference(dq.values(), numerical_gradient(qd, by_q)) < 3e-6);
            BOOST_TEST(difference(dk.values(), numerical_gradient(kd, by_k)) < 3e-6);
            BOOST_TEST(difference(dv.values(), numerical_gradient(vd, by_v)) < 3e-6);
        }
    }
}

/// A slice of a wider matrix on the device.
struct Slice {
    Slice(Index rows, Index columns, Index first, std::uint64_t stream)
        : whole(random_values(rows * 3 * columns, stream)),
          view(whole.view().data + first, rows, columns, 3 * columns) {}
    DeviceArray<float> whole;
    Matrix view;
};

// The rows of q, k and v may lie in one matrix; a batch's parts give what the whole gives; nothing else is written.
BOOST_AUTO_TEST_CASE(strided_rows_and_parts_of_a_batch) {
    const Packing packing({6, 19}, 30);
    const Index hidden = 24, tokens = 25;
    const Slice q(tokens, hidden, 0, 1);
    const Matrix k{q.view.data + hidden, tokens, hidden, 3 * hidden},
        v{k.data + hidden, tokens, hidden, 3 * hidden};
    const DeviceArray<float> out(random_values(tokens * hidden, 9)), part(random_values(19 * hidden, 9));
    const DeviceArray<std::int32_t> cu(packing.cu_seqlens), places(packing.places), samples(packing.samples);
    const DeviceArray<std::int32_t> cu_part(std::vector<std::int32_t>{0, 19});
    kernels::AttentionLayout layout{
        cu.view(), cu.view(), places.view(), samples.view(),
        19,        3,         0.35f,         {0.2f, random_key(3, RandomUse::dropout, 1), 8}};
    kernels::attention_forward(device(), layout, q.view, k, v, out.matrix(tokens, hidden), {});
    layout.cu_keys = layout.cu_queries = cu_part.view();
    layout.query_places = {places.view().data + 6, 19};
    layout.samples = {samples.view().data + 1, 1};
    kernels::attention_forward(device(), layout, q.view.row_range(6, 19), k.row_range(6, 19),
                               v.row_range(6, 19), part.matrix(19, hidden), {});
    const std::vector<float> whole = out.values();
    BOOST_TEST((std::vector<float>(whole.begin() + 6 * hidden, whole.end()) == part.values()));
    const auto before = random_values(tokens * 3 * hidden, 1);
    BOOST_TEST((q.whole.values() == before));
}

}  // namespace
