// On any number of ranks both strategies do what one rank does, with the same bits each time; replicas are compared.
#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>
#include <limits>

#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/kernels/reduce.hpp"
#include "remo/parallel/strategy.hpp"
#include "support/device.hpp"
#include "support/mpi_fixture.hpp"
#include "support/says.hpp"

namespace {

using namespace remo;
using parallel::StrategyOptions;
using testing::device;
namespace data = boost::unit_test::data;

constexpr int samples = 7;  // uneven over 2, 3 and 4 ranks

/// The quadratic problem sum over samples s of |x - target_s|^2 / 2 / samples, on a store of two parameters.
struct Problem {
    ParameterStore store;

    Problem() {
        store.add("a", {37, 11}, ParameterRole::weight, "layer.0");
        store.add("b", {1003}, ParameterRole::bias, "head");
        store.allocate(device(), true);
        for (Index i = 0; i < size(); ++i) at(store.values(), i) = std::sin(0.1f * static_cast<float>(i));
    }
    [[nodiscard]] Index size() const { return store.element_count(); }
    /// Element i of the parameters, gaps left out.
    [[nodiscard]] float& at(Vector flat, Index i) const {
        const auto& all = store.parameters();
        return i < all[0].size ? flat.data[all[0].offset + i] : flat.data[all[1].offset + i - all[0].size];
    }
    static float target(int sample, Index i) {
        return std::cos(static_cast<float>(sample + 1) * static_cast<float>(i % 57));
    }
    void add_gradient(int sample) const {
        for (Index i = 0; i < size(); ++i) {
            at(store.gradients(), i) += (at(store.values(), i) - target(sample, i)) / samples;
        }
    }
    /// Rank 1 has no sample; the others take theirs in turn.
    void compute(int rank, int ranks) {
        store.zero_gradients(device());
        for (int sample = 0; sample < samples; ++sample) {
            const int owner = ranks == 1 ? 0 : (sample % (ranks - 1) == 0 ? 0 : sample % (ranks - 1) + 1);
            if (owner == rank) add_gradient(sample);
        }
    }
    [[nodiscard]] std::vector<float> values() const {
        const Vector flat = store.values();
        return {flat.data, flat.data + flat.size};
    }
};

StrategyOptions options_of(const std::string& name, int root_rank = 0) {
    // Buckets of 256 floats: the store has many, the last one partly filled.
    return {name, root_rank, 1.0 / 1024};
}

struct Ranks {
    comm::Communicator world = comm::Communicator::world();
    comm::Communicator self = comm::Communicator::self();

    /// Ten updates on these ranks; clipping acts from the first.
    std::vector<float> train(const comm::Communicator& ranks, const StrategyOptions& options,
                             std::vector<double>* norms = nullptr) {
        Problem problem;
        const auto strategy = parallel::make_strategy(options, {}, ranks, device(), problem.store);
        strategy->broadcast_parameters(device(), problem.store);
        for (int update = 0; update < 10; ++update) {
            problem.compute(ranks.rank(), ranks.size());
            parallel::Reducer& reducer = strategy->begin_update(device(), problem.store);
            const Index border = problem.store.parameters()[1].offset;
            reducer.add(border, problem.store.flat_size() - border);
            reducer.add(0, border);
            const auto report = strategy->update(device(), problem.store, {1e-2, nullptr}, 0.5);
            BOOST_TEST(report.finite);
            BOOST_TEST((report.communication_bytes > 0) == (ranks.size() > 1));
            if (norms != nullptr) norms->push_back(report.gradient_norm);
        }
        strategy->check_replicas(device(), problem.store);
        return problem.values();
    }
};

double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, std::abs(double(a[i]) - double(b[i])));
    return largest;
}

const auto names = data::make({"allreduce", "root"});

}  // namespace

BOOST_FIXTURE_TEST_SUITE(strategies, Ranks)

BOOST_DATA_TEST_CASE_F(Ranks, equal_to_one_rank, names, name) {
    std::vector<double> norms, reference_norms;
    const std::vector<float> reference = train(self, options_of("allreduce"), &reference_norms);
    for (const int root : {0, world.size() - 1}) {
        norms.clear();
        const std::vector<float> values = train(world, options_of(name, root), &norms);
        BOOST_TEST(largest_difference(values, reference) <= 1e-5);
        for (std::size_t i = 0; i < norms.size(); ++i) {
            BOOST_TEST(norms[i] == reference_norms[i], boost::test_tools::tolerance(1e-6));
        }
        BOOST_TEST(norms[0] > 0.5);                                    // clipping acted
        BOOST_TEST((train(world, options_of(name, root)) == values));  // the same bits
    }
}

BOOST_DATA_TEST_CASE_F(Ranks, nothing_is_updated_when_one_gradient_is_not_finite, names, name) {
    for (const float bad :
         {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
        Problem problem;
        const auto strategy = parallel::make_strategy(options_of(name), {}, world, device(), problem.store);
        const std::vector<float> before = problem.values();
        problem.compute(world.rank(), world.size());
        if (world.rank() == world.size() - 1) problem.at(problem.store.gradients(), 500) = bad;
        strategy->begin_update(device(), problem.store).add(0, problem.store.flat_size());
        BOOST_TEST(!strategy->update(device(), problem.store, {1e-2, nullptr}, 1.0).finite);
        BOOST_TEST((problem.values() == before));
        if (strategy->optimizer() != nullptr) BOOST_TEST(strategy->optimizer()->steps() == 0);
    }
}

// PyTorch's clip_grad_norm_: the gradients times min(1, max_norm / (norm + 1e-6)).
BOOST_DATA_TEST_CASE_F(Ranks, clipping, names, name) {
    for (const double max_norm : {0.25, 1e6, 0.0}) {
        Problem problem;
        optim::OptimizerOptions sgd;
        sgd.name = "sgd";
        sgd.weight_decay = 0.0;
        const auto strategy = parallel::make_strategy(options_of(name), sgd, world, device(), problem.store);
        const std::vector<float> before = problem.values();
        problem.compute(world.rank(), world.size());
        strategy->begin_update(device(), problem.store).add(0, problem.store.flat_size());
        const double norm = strategy->update(device(), problem.store, {1.0, nullptr}, max_norm).gradient_norm;
        double squares = 0.0;
        const std::vector<float> after = problem.values();
        for (std::size_t i = 0; i < after.size(); ++i) {
            const double step = double(after[i]) - double(before[i]);
            squares += step * step;
        }
        const double factor = max_norm > 0.0 ? std::min(1.0, max_norm / (norm + 1e-6)) : 1.0;
        BOOST_TEST(std::sqrt(squares) == norm * factor, boost::test_tools::tolerance(1e-5));
    }
}

BOOST_DATA_TEST_CASE_F(Ranks, replicas_are_compared, names, name) {
    Problem problem;
    const auto strategy = parallel::make_strategy(options_of(name), {}, world, device(), problem.store);
    problem.at(problem.store.values(), 3) = static_cast<float>(world.rank());
    strategy->broadcast_parameters(device(), problem.store);
    BOOST_TEST(problem.at(problem.store.values(), 3) == 0.0f);
    strategy->check_replicas(device(), problem.store);
    for (int faulty = 1; faulty < world.size(); ++faulty) {
        if (world.rank() == faulty) {  // one bit
            std::uint32_t word = 0;
            float& value = problem.at(problem.store.values(), 777);
            std::memcpy(&word, &value, sizeof word);
            word ^= 1u;
            std::memcpy(&value, &word, sizeof word);
        }
        BOOST_CHECK_EXCEPTION(strategy->check_replicas(device(), problem.store), comm::AgreedError,
                              test::says(ExitStatus::failure, fmt::format("rank {}'s parameters", faulty)));
        strategy->broadcast_parameters(device(), problem.store);
    }
}

BOOST_AUTO_TEST_CASE(state_is_where_the_strategy_says) {
    Problem problem;
    const int last = world.size() - 1;
    const auto every = parallel::make_strategy(options_of("allreduce"), {}, world, device(), problem.store);
    BOOST_TEST(every->state_holder() == -1);
    BOOST_TEST(every->optimizer() != nullptr);
    const auto root = parallel::make_strategy(options_of("root", last), {}, world, device(), problem.store);
    BOOST_TEST(root->state_holder() == last);
    BOOST_TEST((root->optimizer() != nullptr) == (world.rank() == last));
}

BOOST_AUTO_TEST_CASE(mistakes) {
    Problem problem;
    const auto make = [&](const StrategyOptions& options) {
        return parallel::make_strategy(options, {}, world, device(), problem.store);
    };
    BOOST_CHECK_EXCEPTION(make(options_of("root", world.size())), Error,
                          test::says(ExitStatus::usage, "parallel.root_rank"));
    BOOST_CHECK_EXCEPTION(make(options_of("root", -1)), Error,
                          test::says(ExitStatus::usage, "parallel.root_rank"));
    BOOST_CHECK_EXCEPTION(make(options_of("ring")), Error,
                          test::says(ExitStatus::usage, "allreduce and root"));
    const auto strategy = make(options_of("allreduce"));
    parallel::Reducer& reducer = strategy->begin_update(device(), problem.store);
    BOOST_CHECK_THROW(reducer.finalize(), Error);  // nothing was added
    BOOST_CHECK_THROW(reducer.add(0, 16), Error);  // not from the back
}

BOOST_AUTO_TEST_SUITE_END()
