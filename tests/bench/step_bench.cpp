// Speed of training steps at full size from random weights, split by phase:
//   bench_step [minilm|distilbert] [tokens of a micro-batch] [steps]
// Prints medians; compare runs only side by side with others taken at the same time.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "remo/kernels/gemm/gemm.hpp"
#include "remo/kernels/reduce.hpp"
#include "remo/kernels/softmax_cross_entropy.hpp"
#include "remo/models/registry.hpp"
#include "remo/optim/optimizer.hpp"

namespace {

using namespace remo;
using Clock = std::chrono::steady_clock;

constexpr const char* minilm = R"({"model_type": "bert", "hidden_size": 384, "num_hidden_layers": 6,
    "num_attention_heads": 12, "intermediate_size": 1536})";
constexpr const char* distilbert = R"({"model_type": "distilbert"})";

/// Sequences of 8 to 42 tokens, 25 on average, as short sentences have.
PackedBatch make_batch(Index tokens, std::int64_t first_sample) {
    PackedBatch batch;
    batch.cu_seqlens.push_back(0);
    RandomStream random(random_key(1, RandomUse::data_order, static_cast<std::uint64_t>(first_sample)));
    while (batch.tokens() < tokens) {
        const auto length =
            std::min<std::int64_t>(8 + static_cast<std::int64_t>(random.below(35)), tokens - batch.tokens());
        for (std::int64_t t = 0; t < length; ++t) {
            batch.token_ids.push_back(static_cast<std::int32_t>(1 + random.below(30000)));
        }
        batch.cu_seqlens.push_back(static_cast<std::int32_t>(batch.tokens()));
        batch.samples.push_back(first_sample + batch.sequences());
    }
    batch.type_ids.assign(batch.token_ids.size(), 0);
    batch.labels.assign(batch.samples.size(), 1);
    batch.weights.assign(batch.samples.size(), 1.0f);
    return batch;
}

/// Seconds by phase, one entry a step.
class Phases {
  public:
    template <class Action>
    void measure(const char* phase, Device& device, Action&& action) {
        const auto start = Clock::now();
        action();
        device.fence(phase);
        seconds_[phase].push_back(std::chrono::duration<double>(Clock::now() - start).count());
    }
    [[nodiscard]] double median(const char* phase) const {
        std::vector<double> sorted = seconds_.at(phase);
        std::sort(sorted.begin(), sorted.end());
        return sorted[sorted.size() / 2];
    }

  private:
    std::map<std::string, std::vector<double>> seconds_;
};

void step(models::Model& model, optim::Optimizer& optimizer, Device& device, Arena& arena,
          std::int64_t number, const PackedBatch& packed, Phases& phases) {
    arena.reset();
    nn::RunContext context{device, model.parameters(), arena, true,
                           random_key(1, RandomUse::dropout, static_cast<std::uint64_t>(number))};
    nn::DeviceBatch batch;
    ConstMatrix logits;
    Matrix gradient;
    double norm = 0;
    phases.measure("zero", device, [&] { model.parameters().zero_gradients(device); });
    phases.measure("upload", device, [&] { batch = nn::upload(device, arena, packed); });
    phases.measure("forward", device, [&] { logits = model.forward(context, batch); });
    phases.measure("loss", device, [&] {
        gradient = arena.matrix(logits.rows, logits.columns);
        double sum = 0;
        kernels::softmax_cross_entropy(device, logits, batch.labels, batch.weights, 0.0f,
                                       1.0f / static_cast<float>(batch.sequences), gradient, &sum);
    });
    phases.measure("backward", device, [&] { model.backward(context, batch, gradient, {}); });
    phases.measure("norm", device, [&] {
        norm = std::sqrt(kernels::sum_of_squares(device, model.parameters().gradients()));
    });
    const auto clip = static_cast<float>(std::min(1.0, 1.0 / (norm + 1e-6)));
    phases.measure("optimizer", device, [&] {
        optimizer.step(device, model.parameters(), {2e-5, nullptr}, clip);
    });
}

}  // namespace

int main(int argc, char** argv) {
    const std::string name = argc > 1 ? argv[1] : "minilm";
    const Index tokens = argc > 2 ? std::atol(argv[2]) : 400;
    const int steps = argc > 3 ? std::atoi(argv[3]) : 20;
    Device device;
    const auto config = models::ModelConfig::parse(name == "distilbert" ? distilbert : minilm, name);
    const auto model = models::make_model(config);
    model->parameters().allocate(device, true);
    const auto start = Clock::now();
    models::initialise_parameters(*model, device, config, 1);
    const double initialisation = std::chrono::duration<double>(Clock::now() - start).count();
    const auto optimizer = optim::make_optimizer({}, device, model->parameters());
    Arena arena("bench");
    Phases phases;
    Phases warm_up;
    for (int i = 0; i < 2; ++i)
        step(*model, *optimizer, device, arena, i, make_batch(tokens, 100000), warm_up);
    for (int i = 0; i < steps; ++i)
        step(*model, *optimizer, device, arena, i, make_batch(tokens, 1000 * i), phases);
    std::printf("%s, %ld tokens, %s, %s, initialised in %.3f s, activations %.0f MiB\n", name.c_str(),
                static_cast<long>(tokens), device.description().c_str(), kernels::gemm_library().c_str(),
                initialisation, static_cast<double>(arena.peak_bytes()) / 1048576.0);
    double total = 0;
    for (const char* phase : {"zero", "upload", "forward", "loss", "backward", "norm", "optimizer"}) {
        std::printf("  %-10s %8.3f ms\n", phase, 1e3 * phases.median(phase));
        total += phases.median(phase);
    }
    std::printf("  %-10s %8.3f ms, %.0f tokens/s\n", "step", 1e3 * total,
                static_cast<double>(tokens) / total);
}
