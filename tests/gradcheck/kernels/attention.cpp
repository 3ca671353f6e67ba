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

}  // namespace
