// Whatever the number of ranks and the strategy, an update is that of the whole global batch: gradients, SGD parameters and AdamW
// losses agree with one rank, dropout included, ragged last batches and ranks without samples too; and the same job on the same
// ranks gives the same bits, run after run and over a resume.
#include <boost/test/unit_test.hpp>

#include "mpi/train/small_job.hpp"
#include "remo/train/run_setup.hpp"
#include "remo/train/trainer.hpp"
#include "remo/train/training_run.hpp"
#include "support/device.hpp"
#include "support/mpi_fixture.hpp"

namespace {

using namespace remo;
using testing::SharedDirectory;

const std::vector<std::string> strategies{"allreduce", "root"};

struct Ranks {
    comm::Communicator world = comm::Communicator::world();
    comm::Communicator self = comm::Communicator::self();
    SharedDirectory directory{world};
    Log log{1, world.size(), "test"};  // silent: not rank 0
    std::string data = testing::write_rows(world, directory, "reviews/train.tsv", 22);

    /// Runs the job on these ranks; the reference (self) on rank 0 only, into a place of its own.
    std::filesystem::path train(const comm::Communicator& ranks, const std::string& name,
                                const std::function<void(config::Job&)>& change = {}) {
        config::Job job = testing::small_job(data, directory.path(name));
        if (change) change(job);
        if (&ranks != &self || world.is_root()) {
            BOOST_TEST_REQUIRE(
                (train::run_training(ranks, testing::device(), log, job, {}) == ExitStatus::done));
        }
        world.barrier();
        return directory.path(name);
    }
};

/// Gradients of the first update of the job on the given ranks: valid on the rank that the strategy reduces to.
std::vector<float> first_gradients(const comm::Communicator& ranks, Log& log, const config::Job& job) {
    train::RunSetup setup(ranks, testing::device(), log, job);
    const train::RunPlan plan = train::plan_run(job, setup.train.size());
    setup.make_trainable(plan);
    setup.strategy->broadcast_parameters(testing::device(), setup.store());
    data::BatchLoader loader(ranks, setup.train, setup.loader_options());
    loader.seek(0, 0);
    data::UpdateBatch batch;
    BOOST_REQUIRE(loader.next(batch));
    train::Trainer trainer(ranks, testing::device(), *setup.model, *setup.strategy, *setup.schedule, loader,
                           {});
    setup.strategy->zero_gradients(testing::device(), setup.store());
    parallel::Reducer& reducer = setup.strategy->begin_update(testing::device(), setup.store());
    trainer.forward_backward(batch, reducer, 0, false);
    reducer.finalize();
    std::vector<float> gradients(static_cast<std::size_t>(setup.store().flat_size()));
    testing::device().copy_to_host(gradients.data(), setup.store().gradients().data,
                                   gradients.size() * sizeof(float));
    return gradients;
}

void check_close(const std::filesystem::path& file, const std::filesystem::path& reference,
                 double tolerance) {
    const auto mine = testing::read_parameters(file);
    const auto expected = testing::read_parameters(reference);
    BOOST_REQUIRE(mine.size() == expected.size());
    for (std::size_t i = 0; i < mine.size(); ++i) {
        BOOST_TEST_CONTEXT(mine[i].name) {
            BOOST_REQUIRE(mine[i].name == expected[i].name);
            BOOST_TEST(testing::relative_difference(mine[i].values, expected[i].values) <= tolerance);
        }
    }
}

void check_same_bits(const std::filesystem::path& file, const std::filesystem::path& reference) {
    const auto mine = testing::read_parameters(file);
    const auto expected = testing::read_parameters(reference);
    BOOST_REQUIRE(mine.size() == expected.size());
    for (std::size_t i = 0; i < mine.size(); ++i) {
        BOOST_TEST_CONTEXT(mine[i].name) {
            BOOST_TEST((mine[i].values == expected[i].values));
        }
    }
}

/// A run that was cut after a checkpoint and resumed, and one that was not.
void compare_with_resumed(Ranks& ranks, const std::string& strategy, bool async) {
    const comm::Communicator& world = ranks.world;
    const std::string name = strategy + (async ? "-async" : "");
    const auto choose = [&](config::Job& job) {
        job.parallel.strategy = strategy;
        job.train.num_train_epochs = 2.0;
        job.checkpoint.every_updates = 3;
        job.checkpoint.keep = 10;
        job.checkpoint.async = async;
    };
    const auto whole = ranks.train(world, "whole-" + name, choose);
    const auto cut = ranks.directory.path("cut-" + name);
    comm::on_root(
        world,
        [&] {  // as if it had been killed after update 7: mid-epoch 2, two updates after a checkpoint
            std::filesystem::copy(whole, cut, std::filesystem::copy_options::recursive);
            for (const char* later : {"model.h5", "summary.json", "checkpoints/update-00000009.h5",
                                      "checkpoints/update-00000010.h5"}) {
                std::filesystem::remove(cut / later);
            }
            auto job = read_file(cut / "job.toml");
            job.replace(job.find(whole.filename().string()), whole.filename().string().size(),
                        cut.filename().string());
            write_file_atomically(cut / "job.toml", job);
        });
    const auto resumed = ranks.train(world, "cut-" + name, choose);
    BOOST_TEST_CONTEXT(name) {
        if (!world.is_root()) return;
        check_same_bits(resumed / "model.h5", whole / "model.h5");
        const auto mine = testing::metric_column(resumed / "metrics.jsonl", "update", "loss");
        const auto expected = testing::metric_column(whole / "metrics.jsonl", "update", "loss");
        BOOST_TEST(mine.size() == 10u);
        BOOST_TEST(mine == expected, boost::test_tools::per_element());
    }
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(training_equivalence, Ranks)

BOOST_AUTO_TEST_CASE(gradients_of_an_update_equal_one_rank_s) {
    for (const std::string& strategy : strategies) {
        config::Job job = testing::small_job(data, directory.path("gradients-" + strategy));
        job.parallel.strategy = strategy;
        job.parallel.root_rank = world.size() - 1;
        const auto mine = first_gradients(world, log, job);
        job.parallel.root_rank = 0;
        job.data.cache = directory.path("cache-of-" + std::to_string(world.rank())).string();
        const auto expected = first_gradients(self, log, job);
        const bool reduced_here = strategy == "allreduce" || world.rank() == world.size() - 1;
        BOOST_TEST_CONTEXT(strategy) {
            if (reduced_here) {
                // By slices of 1,000, so that small tensors are held to their own scale.
                for (std::size_t begin = 0; begin < mine.size(); begin += 1000) {
                    const std::size_t end = std::min(begin + 1000, mine.size());
                    const std::vector<float> a(mine.begin() + begin, mine.begin() + end);
                    const std::vector<float> b(expected.begin() + begin, expected.begin() + end);
                    BOOST_TEST(testing::relative_difference(a, b) <= 1e-5);
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(sgd_parameters_equal_one_rank_s) {
    const auto sgd = [](config::Job& job) {
        job.optimizer.name = "sgd";
        job.optimizer.learning_rate = 0.05;
        job.optimizer.weight_decay = 0.0;
    };
    const auto reference = train(self, "sgd-reference", sgd);
    for (const std::string& strategy : strategies) {
        const auto run = train(world, "sgd-" + strategy, [&](config::Job& job) {
            sgd(job);
            job.parallel.strategy = strategy;
        });
        BOOST_TEST_CONTEXT(strategy) {
            if (world.is_root()) check_close(run / "model.h5", reference / "model.h5", 1e-5);
        }
    }
}

BOOST_AUTO_TEST_CASE(adamw_losses_equal_one_rank_s) {
    const auto reference = train(self, "adamw-reference");
    for (const std::string& strategy : strategies) {
        const auto run =
            train(world, "adamw-" + strategy, [&](config::Job& job) { job.parallel.strategy = strategy; });
        if (!world.is_root()) continue;
        const auto mine = testing::metric_column(run / "metrics.jsonl", "update", "loss");
        const auto expected = testing::metric_column(reference / "metrics.jsonl", "update", "loss");
        BOOST_TEST_CONTEXT(strategy) {
            BOOST_TEST(mine == expected, boost::test_tools::tolerance(1e-5)
                                             << boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(the_same_job_gives_the_same_bits) {
    for (const std::string& strategy : strategies) {
        const auto choose = [&](config::Job& job) { job.parallel.strategy = strategy; };
        const auto first = train(world, "bits-1-" + strategy, choose);
        const auto second = train(world, "bits-2-" + strategy, choose);
        BOOST_TEST_CONTEXT(strategy) {
            if (world.is_root()) check_same_bits(first / "model.h5", second / "model.h5");
        }
    }
}

BOOST_AUTO_TEST_CASE(placement_does_not_change_the_bits) {
    const auto scattered = train(world, "scatter");
    const auto shared = train(world, "shared", [](config::Job& job) { job.data.placement = "shared_file"; });
    if (world.is_root()) check_same_bits(scattered / "model.h5", shared / "model.h5");
}

BOOST_AUTO_TEST_CASE(saving_does_not_change_the_bits) {
    // Saving brings embedding rows up to date that wait for their first sample; reading them must have done so already.
    const auto long_wait = [](config::Job& job) { job.optimizer.weight_decay = 0.5; };
    const auto unsaved = train(world, "unsaved", long_wait);
    const auto saved = train(world, "saved", [&](config::Job& job) {
        long_wait(job);
        job.checkpoint.every_updates = 1;
    });
    if (world.is_root()) check_same_bits(saved / "model.h5", unsaved / "model.h5");
}

BOOST_AUTO_TEST_CASE(waiting_rows_change_nothing) {
    // "root" updates every row every time, "allreduce" lets untouched ones wait: the same losses, to rounding of the norm.
    const auto decaying = [](config::Job& job) { job.optimizer.weight_decay = 0.5; };
    const auto waiting = train(self, "waiting", decaying);
    const auto dense = train(self, "dense", [&](config::Job& job) {
        decaying(job);
        job.parallel.strategy = "root";
    });
    if (!world.is_root()) return;
    const auto mine = testing::metric_column(waiting / "metrics.jsonl", "update", "loss");
    const auto expected = testing::metric_column(dense / "metrics.jsonl", "update", "loss");
    BOOST_TEST(mine == expected, boost::test_tools::tolerance(1e-6) << boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_resumed_run_equals_the_uninterrupted_one) {
    for (const bool async : {false, true}) {
        for (const std::string& strategy : strategies) compare_with_resumed(*this, strategy, async);
    }
}

BOOST_AUTO_TEST_SUITE_END()
