// AdamW that lets untouched rows wait gives, once settled, the bits of AdamW that updates every row every time.
#include <boost/test/unit_test.hpp>
#include <random>

#include "remo/optim/optimizer.hpp"
#include "support/device.hpp"

namespace {

using namespace remo;

constexpr Index table_rows = 23, columns = 19;

struct Replica {
    ParameterStore store;
    ParameterHandle table;
    std::unique_ptr<optim::Optimizer> optimizer;

    Replica() {
        store.add("first.bias", {7}, ParameterRole::bias, "embeddings");
        table = store.add("words.weight", {table_rows, columns}, ParameterRole::embedding, "embeddings");
        store.add("last.weight", {3, 5}, ParameterRole::weight, "head");
        store.allocate(testing::device(), true);
        std::mt19937 random(7);
        std::normal_distribution<float> normal(0.0f, 0.05f);
        for (const Parameter& parameter : store.parameters()) {  // the gaps between them hold zeros
            for (Index i = 0; i < parameter.size; ++i) store.values().data[parameter.offset + i] = normal(random);
        }
        optimizer = optim::make_optimizer({}, testing::device(), store);
    }

    /// Gradients of update `number`: of the table only the given rows.
    void set_gradients(int number, const std::vector<std::int32_t>& rows) {
        store.zero_gradients(testing::device());
        std::mt19937 random(static_cast<unsigned>(number));
        std::normal_distribution<float> normal;
        for (const std::int32_t row : rows) {
            for (Index j = 0; j < columns; ++j)
                store.gradient_matrix(table).row_range(row, 1).data[j] = normal(random);
        }
        for (Index i = 0; i < 7; ++i) store.gradients().data[i] = normal(random);
    }
    [[nodiscard]] std::vector<float> values() const {
        return {store.values().data, store.values().data + store.flat_size()};
    }
};

/// The rows of update `number`; some rows are never touched, some late.
std::vector<std::int32_t> rows_of(int number) {
    if (number % 5 == 4) return {};
    const auto first = static_cast<std::int32_t>(number % 7);
    return {first, first + 3, static_cast<std::int32_t>(10 + number / 4)};
}

constexpr optim::UpdateRates rates{3e-3, nullptr};

}  // namespace

BOOST_AUTO_TEST_SUITE(waiting_rows)

BOOST_AUTO_TEST_CASE(settled_values_equal_dense_updates_bit_for_bit) {
    Replica dense, waiting;
    for (int number = 0; number < 30; ++number) {
        const auto rows = rows_of(number);
        dense.set_gradients(number, rows);
        waiting.set_gradients(number, rows);
        dense.optimizer->step(testing::device(), dense.store, rates, 0.7f);
        waiting.optimizer->step(testing::device(), waiting.store, rates, 0.7f, {waiting.table, rows});
        if (number == 3) BOOST_TEST((dense.values() != waiting.values()));  // rows do wait
        if (number == 11)
            waiting.optimizer->settle(testing::device(), waiting.store);  // when does not matter
    }
    waiting.optimizer->settle(testing::device(), waiting.store);
    BOOST_TEST((dense.values() == waiting.values()));
    const auto states = waiting.optimizer->state();
    const auto expected = dense.optimizer->state();
    for (std::size_t s = 0; s < states.size(); ++s) {
        BOOST_TEST(std::equal(states[s].values.data, states[s].values.data + states[s].values.size,
                              expected[s].values.data));
    }
}

BOOST_AUTO_TEST_CASE(loaded_state_tells_which_rows_are_active) {
    Replica whole, resumed;
    for (int number = 0; number < 12; ++number) {
        whole.set_gradients(number, rows_of(number));
        whole.optimizer->step(testing::device(), whole.store, rates, 1.0f, {whole.table, rows_of(number)});
        if (number != 5) continue;
        whole.optimizer->settle(testing::device(), whole.store);
        std::copy_n(whole.store.values().data, whole.store.flat_size(), resumed.store.values().data);
        for (std::size_t s = 0; s < 2; ++s) {
            std::copy_n(whole.optimizer->state()[s].values.data, whole.store.flat_size(),
                        resumed.optimizer->state()[s].values.data);
        }
        resumed.optimizer->set_steps(whole.optimizer->steps());
    }
    for (int number = 6; number < 12; ++number) {
        resumed.set_gradients(number, rows_of(number));
        resumed.optimizer->step(testing::device(), resumed.store, rates, 1.0f,
                                {resumed.table, rows_of(number)});
    }
    whole.optimizer->settle(testing::device(), whole.store);
    resumed.optimizer->settle(testing::device(), resumed.store);
    BOOST_TEST((whole.values() == resumed.values()));
}

BOOST_AUTO_TEST_CASE(a_long_wait_is_settled_in_between) {
    Replica dense, waiting;
    for (int number = 0; number < 600; ++number) {
        dense.set_gradients(number, {});
        waiting.set_gradients(number, {});
        dense.optimizer->step(testing::device(), dense.store, rates, 1.0f);
        waiting.optimizer->step(testing::device(), waiting.store, rates, 1.0f, {waiting.table, {}});
    }
    waiting.optimizer->settle(testing::device(), waiting.store);
    BOOST_TEST((dense.values() == waiting.values()));
}

BOOST_AUTO_TEST_SUITE_END()
