// The last block computed only at [CLS] against the full computation, forward and backward.
#include "remo/nn/encoder.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "remo/nn/dropout_sites.hpp"
#include "support/tensors.hpp"

namespace {

using namespace remo;
namespace data = boost::unit_test::data;
constexpr Index hidden = 16;
constexpr Index heads = 4;
constexpr Index inner = 24;

struct Fixture {
    explicit Fixture(double dropout) {
        store.add("before", {hidden}, ParameterRole::embedding, "embeddings");  // so that dx is wanted
        for (Index layer = 0; layer < 2; ++layer) add_block(layer, dropout);
        encoder = nn::Encoder(std::move(blocks), hidden);
        store.allocate(testing::device(), true);
        const std::vector<float> values = testing::random_values(store.flat_size(), 3, 0.4);
        testing::device().copy_to_device(store.values().data, values.data(), values.size() * sizeof(float));
        packed.cu_seqlens.push_back(0);
        for (std::int32_t length : {4, 1, 7, 2}) {
            for (std::int32_t t = 0; t < length; ++t) packed.token_ids.push_back(t);
            packed.cu_seqlens.push_back(static_cast<std::int32_t>(packed.token_ids.size()));
            packed.samples.push_back(10 + length);
        }
        packed.type_ids.assign(packed.token_ids.size(), 0);
        packed.labels.assign(packed.samples.size(), 0);
        packed.weights.assign(packed.samples.size(), 1.0f);
    }

    void add_block(Index layer, double dropout) {
        const std::string name = std::string("layer.").append(std::to_string(layer));
        const nn::DropoutSites sites{heads};
        auto projections =
            nn::JointLinear::declare(store, {name + ".q", name + ".k", name + ".v"}, hidden, hidden, name);
        const auto output = nn::Linear::declare(store, name + ".o", hidden, hidden, name);
        const auto norm1 = nn::LayerNorm::declare(store, name + ".n1", hidden, 1e-12, name);
        const auto inner_layer = nn::Linear::declare(store, name + ".i", inner, hidden, name);
        const auto outer_layer = nn::Linear::declare(store, name + ".f", hidden, inner, name);
        const auto norm2 = nn::LayerNorm::declare(store, name + ".n2", hidden, 1e-12, name);
        blocks.emplace_back(nn::SelfAttention(std::move(projections), output,
                                              {hidden, heads, dropout, sites.attention(layer)}),
                            nn::ResidualNorm(norm1, output.bias, dropout, sites.attention_output(layer)),
                            nn::FeedForward(inner_layer, outer_layer, inner, kernels::Activation::gelu),
                            nn::ResidualNorm(norm2, outer_layer.bias, dropout, sites.feed_forward(layer)));
    }

    struct Result {
        std::vector<float> first;       ///< hidden states of the first tokens
        std::vector<float> dx;          ///< gradient of the encoder's input
        std::vector<float> parameters;  ///< flat gradient
    };

    static std::vector<float> host(ConstMatrix x) {
        std::vector<float> values(static_cast<std::size_t>(x.size()));
        testing::device().copy_to_host(values.data(), x.data, values.size() * sizeof(float));
        return values;
    }
    Matrix on_device(const std::vector<float>& values, Index rows) {
        const Matrix x = arena.matrix(rows, hidden);
        testing::device().copy_to_device(x.data, values.data(), values.size() * sizeof(float));
        return x;
    }

    /// Forward, and backward of a gradient that is given at the first tokens and zero elsewhere.
    Result run(nn::Rows rows, bool training) {
        arena.reset();
        store.zero_gradients(testing::device());
        nn::RunContext context{testing::device(), store, arena, training,
                               random_key(1, RandomUse::dropout, 1)};
        const nn::DeviceBatch batch = nn::upload(testing::device(), arena, packed);
        const Matrix x = on_device(testing::random_values(batch.tokens * hidden, 8), batch.tokens);
        std::vector<float> y = host(encoder.forward(context, batch, rows, x));
        Result result;
        std::vector<float> dy(y.size(), 0.0f);
        const std::vector<float> given = testing::random_values(batch.sequences * hidden, 9);
        for (Index b = 0; b < batch.sequences; ++b) {
            const Index row = rows == nn::Rows::first ? b : packed.cu_seqlens[static_cast<std::size_t>(b)];
            std::copy_n(y.begin() + row * hidden, hidden, std::back_inserter(result.first));
            std::copy_n(given.begin() + b * hidden, hidden, dy.begin() + row * hidden);
        }
        if (!training) return result;
        const nn::GradientReady ready;
        nn::ReadyRanges ranges(store, ready);
        const Index count = static_cast<Index>(dy.size()) / hidden;
        result.dx = host(encoder.backward(context, batch, on_device(dy, count), ranges));
        result.parameters.resize(static_cast<std::size_t>(store.flat_size()));
        testing::device().copy_to_host(result.parameters.data(), store.gradients().data,
                                       result.parameters.size() * sizeof(float));
        return result;
    }

    ParameterStore store;
    std::vector<nn::EncoderBlock> blocks;
    nn::Encoder encoder;
    Arena arena{"test"};
    PackedBatch packed;
};

void check_close(const std::vector<float>& a, const std::vector<float>& b, double tolerance) {
    BOOST_TEST_REQUIRE(a.size() == b.size());
    double scale = 0;
    for (float value : b) scale = std::max(scale, std::abs(static_cast<double>(value)));
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        worst = std::max(worst, std::abs(static_cast<double>(a[i]) - b[i]));
    BOOST_TEST(scale > 0.0);
    BOOST_TEST(worst <= tolerance * scale);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(encoder)

BOOST_DATA_TEST_CASE(last_block_at_first_tokens_is_the_same_maths, data::make({0.0, 0.25}), dropout) {
    Fixture fixture(dropout);
    const Fixture::Result full = fixture.run(nn::Rows::all, true);
    const Fixture::Result first = fixture.run(nn::Rows::first, true);
    check_close(first.first, full.first, 2e-6);
    check_close(first.dx, full.dx, 5e-6);
    check_close(first.parameters, full.parameters, 5e-6);
}

BOOST_AUTO_TEST_CASE(evaluation_gives_the_same_hidden_states_with_less_memory) {
    Fixture fixture(0.0);
    const Fixture::Result trained = fixture.run(nn::Rows::first, true);
    const std::size_t training_bytes = fixture.arena.peak_bytes();
    fixture.arena = Arena("evaluation");
    const Fixture::Result evaluated = fixture.run(nn::Rows::first, false);
    BOOST_TEST(evaluated.first == trained.first, boost::test_tools::per_element());
    BOOST_TEST(2 * fixture.arena.peak_bytes() < training_bytes);
}

BOOST_AUTO_TEST_CASE(a_second_pass_in_the_same_arena_gives_the_same_bits) {
    Fixture fixture(0.25);
    const Fixture::Result once = fixture.run(nn::Rows::first, true);
    const Fixture::Result again = fixture.run(nn::Rows::first, true);
    BOOST_TEST(once.parameters == again.parameters, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(frozen_blocks_get_no_gradient_and_end_backward) {
    Fixture fixture(0.0);
    const std::vector<float> all = fixture.run(nn::Rows::first, true).parameters;
    Index boundary = 0;
    for (std::size_t i = 0; i < fixture.store.parameters().size(); ++i) {
        const Parameter& parameter = fixture.store.parameters()[i];
        if (parameter.part == "layer.1") continue;
        fixture.store.set_trainable({static_cast<std::int32_t>(i)}, false);
        boundary = parameter.offset + parameter.size;
    }
    const Fixture::Result frozen = fixture.run(nn::Rows::first, true);
    BOOST_TEST(frozen.dx.empty());
    for (std::size_t i = 0; i < all.size(); ++i) {
        BOOST_TEST(frozen.parameters[i] == (static_cast<Index>(i) < boundary ? 0.0f : all[i]));
    }
}

BOOST_AUTO_TEST_SUITE_END()
