#include "remo/tensor/parameter_store.hpp"

#include "remo/base/error.hpp"
#include "support/device.hpp"

namespace {

using remo::ParameterRole;
using remo::ParameterStore;
using remo::testing::device;

BOOST_AUTO_TEST_SUITE(parameter_store)

BOOST_AUTO_TEST_CASE(slices_lie_in_order_with_zero_gaps) {
    ParameterStore store;
    const auto weight = store.add("a.weight", {3, 7}, ParameterRole::weight, "layer.0");
    const auto bias = store.add("a.bias", {3}, ParameterRole::bias, "layer.0");
    store.allocate(device(), true);
    BOOST_TEST(store.at(weight).offset == 0);
    BOOST_TEST(store.at(bias).offset == 32);
    BOOST_TEST(store.flat_size() == 48);
    BOOST_TEST(store.element_count() == 24);
    BOOST_TEST(store.matrix(weight).rows == 3);
    BOOST_TEST(store.matrix(weight).columns == 7);
    BOOST_TEST(store.vector(bias).data == store.values().data + 32);
    BOOST_TEST(store.gradient_matrix(weight).data == store.gradients().data);
    for (remo::Index i = 0; i < store.flat_size(); ++i) {
        BOOST_TEST(store.values().data[i] == 0.0f);
        BOOST_TEST(store.gradients().data[i] == 0.0f);
    }
    BOOST_TEST(store.at(weight).decays());
    BOOST_TEST(!store.at(bias).decays());
}

BOOST_AUTO_TEST_CASE(finds_by_name_and_counts_what_trains) {
    ParameterStore store;
    const auto a = store.add("a", {4}, ParameterRole::norm, "head");
    store.add("b", {5}, ParameterRole::norm, "head");
    BOOST_TEST(store.find("b").index == 1);
    BOOST_TEST(!store.find("c").valid());
    store.set_trainable(a, false);
    BOOST_TEST(store.trainable_element_count() == 5);
    BOOST_TEST(store.element_count() == 9);
}

BOOST_AUTO_TEST_CASE(refuses_misuse_by_name) {
    ParameterStore store;
    const auto a = store.add("a", {4}, ParameterRole::norm, "head");
    const auto names_a = [](const remo::Error& error) {
        return std::string(error.what()).find("Parameter a ") != std::string::npos;
    };
    BOOST_CHECK_EXCEPTION(store.add("a", {4}, ParameterRole::norm, "head"), remo::Error, names_a);
    store.allocate(device(), false);
    BOOST_CHECK_EXCEPTION((void)store.gradient_vector(a), remo::Error, names_a);
    BOOST_CHECK_EXCEPTION((void)store.matrix(a), remo::Error, names_a);
    BOOST_CHECK_THROW(store.add("b", {4}, ParameterRole::norm, "head"), remo::Error);
    BOOST_TEST(store.gradients().empty());
}

BOOST_AUTO_TEST_CASE(zeroes_gradients) {
    ParameterStore store;
    const auto a = store.add("a", {4}, ParameterRole::norm, "head");
    store.allocate(device(), true);
    store.gradient_vector(a).data[3] = 2.0f;
    store.zero_gradients(device());
    BOOST_TEST(store.gradient_vector(a).data[3] == 0.0f);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
