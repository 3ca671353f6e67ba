// Optimisers against PyTorch, update by update, and schedules against Transformers; make.py made the numbers.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <fstream>
#include <sstream>

#include "remo/io/json.hpp"
#include "remo/optim/optimizer.hpp"
#include "remo/optim/schedule.hpp"
#include "support/says.hpp"
#include "support/tensors.hpp"

namespace {

using namespace remo;
using testing::device;

const std::vector<std::vector<Index>> shapes{{8, 16}, {16}, {4100}, {3, 5, 7}};
constexpr int update_count = 12;

const io::Json& expected() {
    static const io::Json json = [] {
        std::ifstream file(REMO_SOURCE_DIR "/tests/golden/optim/expected.json");
        std::stringstream text;
        text << file.rdbuf();
        return io::parse_json(text.str(), "expected.json");
    }();
    return json;
}

/// The numbers of make.py's `filled`.
std::vector<float> filled(std::size_t tensor, std::size_t update, Index size) {
    std::vector<float> values;
    const float scale = update == 5 && tensor == 0 ? 100.0f : 1.0f;
    for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i) {
        std::uint64_t word = (i * 40503 + tensor * 9973 + update * 30011 + 12345) & 0xFFFF;
        word = (word * word + 7 * word + (word >> 5)) & 0xFFFF;
        values.push_back(scale * (static_cast<float>(word) / 32768.0f - 1.0f));
    }
    return values;
}

/// A store of make.py's tensors, the second and fourth without decay, and a frozen one among them.
struct Tensors {
    ParameterStore store;
    std::vector<ParameterHandle> handles;
    ParameterHandle frozen;

    Tensors() {
        const std::vector<ParameterRole> roles{ParameterRole::weight, ParameterRole::bias,
                                               ParameterRole::embedding, ParameterRole::norm};
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            handles.push_back(store.add("p" + std::to_string(i), shapes[i], roles[i], "head"));
            if (i == 1) frozen = store.add("frozen", {33}, ParameterRole::weight, "embeddings");
        }
        store.set_trainable(frozen, false);
        store.allocate(device(), true);
        fill(store.values(), 0);
        write(store.values(), frozen, filled(9, 0, 33));
    }
    void write(Vector flat, ParameterHandle handle, const std::vector<float>& values) const {
        device().copy_to_device(flat.data + store.at(handle).offset, values.data(),
                                values.size() * sizeof(float));
    }
    void fill(Vector flat, std::size_t update) const {
        for (std::size_t i = 0; i < handles.size(); ++i) {
            write(flat, handles[i], filled(i, update, store.at(handles[i]).size));
        }
        write(flat, frozen, filled(9, update + 1, 33));
    }
    [[nodiscard]] std::vector<float> value(ParameterHandle handle) const {
        std::vector<float> values(static_cast<std::size_t>(store.at(handle).size));
        device().copy_to_host(values.data(), store.vector(handle).data, values.size() * sizeof(float));
        return values;
    }
};

/// Largest difference from the sampled elements, relative to the largest of them.
double difference(const std::vector<float>& values, const io::Json& samples) {
    double largest = 0.0, size = 0.0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double wanted = samples[i].get<double>();
        const double error =
            std::abs(static_cast<double>(values[i * values.size() / samples.size()]) - wanted);
        largest = std::isnan(error) ? HUGE_VAL : std::max(largest, error);
        size = std::max(size, std::abs(wanted));
    }
    return largest / size;
}

/// \param clip  gradients are stored as 1/clip of themselves and scaled back by the optimiser
void compare(const std::string& name, const optim::OptimizerOptions& options, float clip = 1.0f) {
    Tensors tensors;
    const auto optimizer = optim::make_optimizer(options, device(), tensors.store);
    const io::Json& updates = expected()["optimizers"][name];
    BOOST_TEST_REQUIRE(updates.size() == update_count);
    for (std::size_t update = 1; update <= update_count; ++update) {
        tensors.fill(tensors.store.gradients(), update);
        for (Index i = 0; i < tensors.store.flat_size(); ++i) tensors.store.gradients().data[i] /= clip;
        optimizer->step(device(), tensors.store, {1e-2, nullptr}, clip);
        BOOST_TEST(optimizer->steps() == static_cast<std::int64_t>(update));
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            BOOST_TEST(difference(tensors.value(tensors.handles[i]), updates[update - 1][i]) <= 1e-6,
                       name << ", update " << update << ", tensor " << i);
        }
    }
    BOOST_TEST(tensors.value(tensors.frozen) == filled(9, 0, 33), boost::test_tools::per_element());
}

optim::OptimizerOptions adamw() {
    optim::OptimizerOptions options;
    options.weight_decay = 0.1;
    options.beta2 = 0.98;
    return options;
}

optim::OptimizerOptions sgd(double momentum, bool nesterov = false) {
    optim::OptimizerOptions options;
    options.name = "sgd";
    options.weight_decay = 0.1;
    options.momentum = momentum;
    options.nesterov = nesterov;
    return options;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(golden_optim)

BOOST_AUTO_TEST_CASE(adamw_updates) {
    compare("adamw", adamw());
    compare("adamw", adamw(), 0.25f);
}

BOOST_AUTO_TEST_CASE(sgd_updates) {
    compare("sgd", sgd(0.0));
    compare("sgd_momentum", sgd(0.9));
    compare("sgd_nesterov", sgd(0.9, true));
}

// A rate scale of a parameter is the same as another learning rate.
BOOST_AUTO_TEST_CASE(rate_scales) {
    Tensors scaled, plain;
    const std::vector<float> scales{0.5f, 0.5f, 0.5f, 0.5f, 2.0f};
    const auto a = optim::make_optimizer(adamw(), device(), scaled.store);
    const auto b = optim::make_optimizer(adamw(), device(), plain.store);
    scaled.fill(scaled.store.gradients(), 1);
    plain.fill(plain.store.gradients(), 1);
    a->step(device(), scaled.store, {1e-2, &scales}, 1.0f);
    b->step(device(), plain.store, {0.5e-2, nullptr}, 1.0f);
    for (std::size_t i = 0; i < 3; ++i) {
        BOOST_TEST(scaled.value(scaled.handles[i]) == plain.value(plain.handles[i]),
                   boost::test_tools::per_element());
    }
    BOOST_TEST((scaled.value(scaled.handles[3]) != plain.value(plain.handles[3])));
}

BOOST_AUTO_TEST_CASE(schedules) {
    for (const io::Json& one : expected()["schedules"]) {
        const auto schedule =
            optim::make_schedule({one["name"].get<std::string>(), one["warmup"].get<std::int64_t>(),
                                  one["total"].get<std::int64_t>()});
        for (std::size_t done = 0; done < one["factors"].size(); ++done) {
            const double wanted = one["factors"][done].get<double>();
            BOOST_TEST(std::abs(schedule->factor(static_cast<std::int64_t>(done)) - wanted) <= 1e-15,
                       one["name"] << ", warm-up " << one["warmup"] << ", after " << done);
        }
    }
}

BOOST_AUTO_TEST_CASE(unknown_names_list_the_known) {
    Tensors tensors;
    optim::OptimizerOptions options;
    options.name = "adam";
    BOOST_CHECK_EXCEPTION(optim::make_optimizer(options, device(), tensors.store), Error,
                          test::says(ExitStatus::usage, "adamw and sgd"));
    BOOST_CHECK_EXCEPTION(optim::make_optimizer(sgd(0.0, true), device(), tensors.store), Error,
                          test::says(ExitStatus::usage, "momentum"));
    BOOST_CHECK_EXCEPTION(optim::make_schedule({"cosin", 0, 1}), Error,
                          test::says(ExitStatus::usage, "constant, constant_with_warmup and linear"));
}

BOOST_AUTO_TEST_SUITE_END()
