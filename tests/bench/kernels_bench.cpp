// Times of kernels and matrix products in one encoder layer, forward and backward, at the shapes of MiniLM (0) and
// DistilBERT (1) with 16 packed sequences of 25 tokens. `ns/element` is per element of the activation matrix.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "remo/kernels/activation.hpp"
#include "remo/kernels/attention.hpp"
#include "remo/kernels/bias.hpp"
#include "remo/kernels/elementwise.hpp"
#include "remo/kernels/gemm/gemm.hpp"
#include "remo/kernels/layer_norm.hpp"
#include "remo/kernels/optimizer_updates.hpp"
#include "remo/kernels/reduce.hpp"
#include "remo/tensor/arena.hpp"

namespace {

using namespace remo;

std::unique_ptr<Device> the_device;

constexpr Index sequences = 16;
constexpr Index length = 25;
constexpr Index tokens = sequences * length;
constexpr Index heads = 12;

/// Buffers of one layer, filled with small numbers.
struct Layer {
    explicit Layer(Index model) : hidden(model == 0 ? 384 : 768), inner(4 * hidden), arena("bench") {
        for (Index i = 0; i < tokens; ++i) {
            places.push_back(static_cast<std::int32_t>(i % length));
            samples.push_back(static_cast<std::int32_t>(i / length));
        }
        for (Index b = 0; b <= sequences; ++b) cu_seqlens.push_back(static_cast<std::int32_t>(b * length));
        for (Index b = 0; b < sequences; ++b) sequence_samples.push_back(static_cast<std::int32_t>(b));
    }
    Matrix matrix(Index rows, Index columns) {
        const Matrix result = arena.matrix(rows, columns);
        kernels::fill(*the_device, {result.data, result.size()}, 0.01f);
        return result;
    }
    Vector vector(Index size) { return {matrix(1, size).data, size}; }
    IndexVector indices(const std::vector<std::int32_t>& values) {
        const auto result = arena.array<std::int32_t>(static_cast<Index>(values.size()));
        the_device->copy_to_device(result.data, values.data(), values.size() * sizeof(std::int32_t));
        return result;
    }
    kernels::DropoutRows rows() { return {indices(samples), indices(places)}; }
    Index hidden, inner;
    Arena arena;
    std::vector<std::int32_t> places, samples, cu_seqlens, sequence_samples;
};

kernels::Dropout dropout_of(const benchmark::State& state) {
    return {static_cast<float>(state.range(1)) / 100.0f, random_key(1, RandomUse::dropout, 1), 5};
}

template <class Body>
void measure(benchmark::State& state, Index elements, const Body& body) {
    for (auto _ : state) body();
    the_device->fence("bench");
    state.counters["ns/element"] =
        benchmark::Counter(static_cast<double>(elements) * 1e-9,
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void residual_layer_norm_forward(benchmark::State& state) {
    Layer l(state.range(0));
    const Matrix x = l.matrix(tokens, l.hidden), r = l.matrix(tokens, l.hidden),
                 y = l.matrix(tokens, l.hidden);
    const Matrix normalised = l.matrix(tokens, l.hidden);
    const Vector g = l.vector(l.hidden), b = l.vector(l.hidden), bias = l.vector(l.hidden),
                 dev = l.vector(tokens);
    const kernels::DropoutRows rows = l.rows();
    measure(state, x.size(), [&] {
        kernels::residual_layer_norm_forward(*the_device, x, bias, dropout_of(state), rows, r, {g, b, 1e-12f},
                                             {normalised, dev}, y);
    });
}

void residual_layer_norm_backward(benchmark::State& state) {
    Layer l(state.range(0));
    const Matrix dy = l.matrix(tokens, l.hidden), x = l.matrix(tokens, l.hidden),
                 dx = l.matrix(tokens, l.hidden);
    const Matrix dr = l.matrix(tokens, l.hidden);
    const Vector g = l.vector(l.hidden), dev = l.vector(tokens), dg = l.vector(l.hidden),
                 db = l.vector(l.hidden), dbias = l.vector(l.hidden);
    const kernels::DropoutRows rows = l.rows();
    measure(state, x.size(), [&] {
        kernels::residual_layer_norm_backward(*the_device, dy, {x, dev}, g, dropout_of(state), rows, dx, dr,
                                              dg, db, dbias);
    });
}

void gelu_forward(benchmark::State& state) {
    Layer l(state.range(0));
    const Matrix x = l.matrix(tokens, l.inner), y = l.matrix(tokens, l.inner);
    const Vector bias = l.vector(l.inner);
    const Vector zero = {x.data, x.size()};
    for (auto _ : state) {
        kernels::activation_forward(*the_device, kernels::Activation::gelu, x, bias, y, x);
        benchmark::ClobberMemory();
    }
    state.counters["ns/element"] =
        benchmark::Counter(static_cast<double>(zero.size) * 1e-9,
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void gelu_backward(benchmark::State& state) {
    Layer l(state.range(0));
    const Matrix dy = l.matrix(tokens, l.inner), slope = l.matrix(tokens, l.inner);
    const Vector dbias = l.vector(l.inner);
    kernels::fill(*the_device, {slope.data, slope.size()}, 1.0f);  // no denormal numbers after many rounds
    measure(state, dy.size(), [&] { kernels::activation_backward(*the_device, dy, slope, dy, dbias); });
}

void add_bias(benchmark::State& state) {
    Layer l(state.range(0));
    const Matrix x = l.matrix(tokens, l.hidden);
    const Vector bias = l.vector(l.hidden);
    measure(state, x.size(), [&] { kernels::add_bias(*the_device, x, bias); });
}

void column_sums(benchmark::State& state) {
    Layer l(state.range(0));
    const Matrix x = l.matrix(tokens, l.hidden);
    const Vector sums = l.vector(l.hidden);
    measure(state, x.size(), [&] { kernels::column_sums(*the_device, x, sums); });
}

struct AttentionBench {
    explicit AttentionBench(benchmark::State& state)
        : l(state.range(0)),
          q(l.matrix(tokens, l.hidden)),
          k(l.matrix(tokens, l.hidden)),
          v(l.matrix(tokens, l.hidden)),
          out(l.matrix(tokens, l.hidden)),
          lse(l.matrix(tokens, heads)) {
        const IndexVector cu = l.indices(l.cu_seqlens);
        layout = {cu,    cu,     l.indices(l.places), l.indices(l.sequence_samples), length,
                  heads, 0.125f, dropout_of(state)};
    }
    Layer l;
    Matrix q, k, v, out, lse;
    kernels::AttentionLayout layout;
};

void attention_forward(benchmark::State& state) {
    AttentionBench b(state);
    measure(state, b.q.size(),
            [&] { kernels::attention_forward(*the_device, b.layout, b.q, b.k, b.v, b.out, b.lse); });
}

void attention_backward(benchmark::State& state) {
    AttentionBench b(state);
    kernels::attention_forward(*the_device, b.layout, b.q, b.k, b.v, b.out, b.lse);
    const Matrix dq = b.l.matrix(tokens, b.l.hidden), dk = b.l.matrix(tokens, b.l.hidden),
                 dv = b.l.matrix(tokens, b.l.hidden);
    measure(state, b.q.size(), [&] {
        kernels::attention_backward(*the_device, b.layout, b.q, b.k, b.v, b.lse, b.out, dq, dk, dv);
    });
}

/// The products of one layer: four of (hidden, hidden), two of (hidden, inner); backward has two for each of them.
void layer_gemms(benchmark::State& state) {
    Layer l(state.range(0));
    const bool backward = state.range(1) != 0;
    const Matrix x = l.matrix(tokens, l.hidden), y = l.matrix(tokens, l.hidden),
                 z = l.matrix(tokens, l.inner);
    const Matrix square = l.matrix(l.hidden, l.hidden), wide = l.matrix(l.inner, l.hidden);
    const auto no = kernels::Transpose::no, yes = kernels::Transpose::yes;
    const auto product = [&](kernels::Transpose ta, kernels::Transpose tb, ConstMatrix a, ConstMatrix b,
                             Matrix c) { kernels::gemm(*the_device, ta, tb, 1.0f, a, b, 0.0f, c); };
    for (auto _ : state) {
        for (int i = 0; i < 4; ++i) {
            product(no, backward ? no : yes, x, square, y);
            if (backward) product(yes, no, x, y, square);
        }
        if (!backward) {
            product(no, yes, x, wide, z);
            product(no, no, z, wide, y);
        } else {
            product(no, no, z, wide, y);
            product(no, yes, x, wide, z);
            product(yes, no, z, x, wide);
            product(yes, no, z, x, wide);
        }
        kernels::fill(*the_device, {y.data, y.size()}, 0.01f);
    }
    const double flops = (backward ? 4.0 : 2.0) * static_cast<double>(tokens * 12 * l.hidden * l.hidden);
    state.counters["FLOP/s"] = benchmark::Counter(flops, benchmark::Counter::kIsIterationInvariantRate);
}

constexpr Index parameters = 22'000'000;

void adamw(benchmark::State& state) {
    Layer l(0);
    const Vector g = l.vector(parameters), p = l.vector(parameters), m = l.vector(parameters),
                 v = l.vector(parameters);
    measure(state, parameters, [&] {
        kernels::adamw_update(*the_device, {1e-5, 0.9, 0.999, 1e-8, 0.01, 0.1, 0.001, 1.0f}, g, p, m, v);
    });
}

void sum_of_squares(benchmark::State& state) {
    Layer l(0);
    const Vector g = l.vector(parameters);
    measure(state, parameters, [&] { benchmark::DoNotOptimize(kernels::sum_of_squares(*the_device, g)); });
}

void checksum(benchmark::State& state) {
    Layer l(0);
    const Vector g = l.vector(parameters);
    measure(state, parameters, [&] { benchmark::DoNotOptimize(kernels::checksum(*the_device, g)); });
}

void zero(benchmark::State& state) {
    Layer l(0);
    const Vector g = l.vector(parameters);
    measure(state, parameters, [&] { the_device->fill_zero(g.data, parameters * sizeof(float)); });
}

void with_and_without_dropout(benchmark::internal::Benchmark* b) {
    b->ArgNames({"model", "dropout%"})->ArgsProduct({{0, 1}, {0, 10}})->Unit(benchmark::kMicrosecond);
}

void both_models(benchmark::internal::Benchmark* b) {
    b->ArgNames({"model"})->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);
}

BENCHMARK(residual_layer_norm_forward)->Apply(with_and_without_dropout);
BENCHMARK(residual_layer_norm_backward)->Apply(with_and_without_dropout);
BENCHMARK(attention_forward)->Apply(with_and_without_dropout);
BENCHMARK(attention_backward)->Apply(with_and_without_dropout);
BENCHMARK(gelu_forward)->Apply(both_models);
BENCHMARK(gelu_backward)->Apply(both_models);
BENCHMARK(add_bias)->Apply(both_models);
BENCHMARK(column_sums)->Apply(both_models);
BENCHMARK(layer_gemms)
    ->ArgNames({"model", "backward"})
    ->ArgsProduct({{0, 1}, {0, 1}})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(adamw)->Unit(benchmark::kMicrosecond);
BENCHMARK(sum_of_squares)->Unit(benchmark::kMicrosecond);
BENCHMARK(checksum)->Unit(benchmark::kMicrosecond);
BENCHMARK(zero)->Unit(benchmark::kMicrosecond);

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    the_device = std::make_unique<Device>();
    benchmark::AddCustomContext("device", the_device->description());
    benchmark::AddCustomContext("gemm", kernels::gemm_library());
    benchmark::RunSpecifiedBenchmarks();
    the_device.reset();
    return 0;
}
