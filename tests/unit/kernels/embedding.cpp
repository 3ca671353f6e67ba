#include "remo/kernels/embedding.hpp"

#include "support/comparison.hpp"
#include "support/packing.hpp"
#include "support/tensors.hpp"

namespace {

using namespace remo;
using namespace remo::testing;
using D = std::vector<double>;

BOOST_AUTO_TEST_SUITE(embedding)

BOOST_AUTO_TEST_CASE(sums_rows) {
    const std::vector<std::int32_t> words{3, 0, 3}, positions{0, 1, 2}, types{1, 0, 0};
    const DeviceArray<std::int32_t> w(words), p(positions), t(types);
    const DeviceArray<float> word_table(random_values(4 * 5, 1)), place_table(random_values(3 * 5, 2));
    const DeviceArray<float> type_table(random_values(2 * 5, 3)), sum(std::vector<float>(15));
    for (const bool with_types : {false, true}) {
        const ConstMatrix none;
        kernels::embedding_forward(device(), {w.view(), p.view(), with_types ? t.view() : IndexVector{}},
                                   {word_table.matrix(4, 5), place_table.matrix(3, 5),
                                    with_types ? ConstMatrix(type_table.matrix(2, 5)) : none},
                                   sum.matrix(3, 5));
        D expected(15);
        for (std::size_t i = 0; i < 15; ++i) {
            const auto row = [&](const DeviceArray<float>& table, const std::vector<std::int32_t>& index) {
                return static_cast<double>(
                    table.values()[static_cast<std::size_t>(index[i / 5]) * 5 + i % 5]);
            };
            expected[i] = row(word_table, words) + row(place_table, positions) +
                          (with_types ? row(type_table, types) : 0);
        }
        BOOST_TEST(difference(sum.values(), expected) < 1e-6);
    }
}

/// table[ids[i]] += rows[i].
D scattered(D table, const std::vector<std::int32_t>& ids, const std::vector<float>& rows,
            std::size_t columns) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        table[static_cast<std::size_t>(ids[i / columns]) * columns + i % columns] += rows[i];
    return table;
}

BOOST_AUTO_TEST_CASE(gradients_reach_their_rows) {
    const Packing packing({3, 1, 70, 5}, 0);
    const Index tokens = 79, columns = 9;
    std::vector<std::int32_t> ids(79), types(79), order, begins{0}, distinct;
    for (std::size_t i = 0; i < 79; ++i) {
        ids[i] = static_cast<std::int32_t>(i * i % 11);
        types[i] = static_cast<std::int32_t>(i % 3 == 0);
    }
    for (std::int32_t id = 0; id < 11; ++id) {
        for (std::int32_t i = 0; i < 79; ++i)
            if (ids[static_cast<std::size_t>(i)] == id) order.push_back(i);
        if (static_cast<std::int32_t>(order.size()) == begins.back()) continue;
        distinct.push_back(id);
        begins.push_back(static_cast<std::int32_t>(order.size()));
    }
    const DeviceArray<float> rows(random_values(tokens * columns, 1));
    const DeviceArray<float> words(random_values(11 * columns, 2)), places(random_values(80 * columns, 3));
    const DeviceArray<float> type_table(random_values(2 * columns, 4));
    const DeviceArray<std::int32_t> order_array(order), begin_array(begins), distinct_array(distinct),
        type_ids(types), cu_seqlens(packing.cu_seqlens);
    const D expected_words = scattered(widened(words.values()), ids, rows.values(), 9);
    const D expected_places = scattered(widened(places.values()), packing.places, rows.values(), 9);
    const D expected_types = scattered(widened(type_table.values()), types, rows.values(), 9);
    const ConstMatrix dsum = rows.matrix(tokens, columns);
    kernels::word_embedding_backward(device(), dsum,
                                     {order_array.view(), begin_array.view(), distinct_array.view()},
                                     words.matrix(11, columns));
    kernels::position_embedding_backward(device(), dsum, cu_seqlens.view(), 70, places.matrix(80, columns));
    kernels::type_embedding_backward(device(), dsum, type_ids.view(), type_table.matrix(2, columns));
    BOOST_TEST(difference(words.values(), expected_words) < 1e-6);
    BOOST_TEST(difference(places.values(), expected_places) < 1e-6);
    BOOST_TEST(difference(type_table.values(), expected_types) < 1e-6);
}

BOOST_AUTO_TEST_CASE(nothing_to_do) {
    const DeviceArray<float> table(random_values(10, 1));
    const std::vector<float> before = table.values();
    const ConstMatrix empty(table.view().data, 0, 5);
    kernels::word_embedding_backward(device(), empty, {}, table.matrix(2, 5));
    kernels::position_embedding_backward(device(), empty, {}, 0, table.matrix(2, 5));
    kernels::type_embedding_backward(device(), empty, {}, table.matrix(2, 5));
    BOOST_TEST((table.values() == before));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
