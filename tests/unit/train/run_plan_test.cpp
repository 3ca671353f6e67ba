// Counts of updates: fractional epochs, short last batches and warm-up as Transformers' Trainer counts them.
#include <boost/test/unit_test.hpp>
#include <limits>

#include "remo/base/error.hpp"
#include "remo/train/run_plan.hpp"

BOOST_AUTO_TEST_SUITE(run_plan)

BOOST_AUTO_TEST_CASE(short_last_batch_is_an_update) {
    remo::config::Job job;
    job.train.global_batch_size = 32;
    job.train.num_train_epochs = 2.0;
    job.schedule.warmup_ratio = 0.0;
    const auto plan = remo::train::plan_run(job, 6920);
    BOOST_TEST(plan.updates_per_epoch == 217);
    BOOST_TEST(plan.total_updates == 434);
    BOOST_TEST(plan.warmup_updates == 0);
}

BOOST_AUTO_TEST_CASE(fractions_round_up) {
    remo::config::Job job;
    job.train.global_batch_size = 10;
    job.train.num_train_epochs = 0.25;
    job.schedule.warmup_ratio = 0.06;
    const auto plan = remo::train::plan_run(job, 101);
    BOOST_TEST(plan.total_updates == 3);
    BOOST_TEST(plan.warmup_updates == 1);
}

BOOST_AUTO_TEST_CASE(max_updates_and_warmup_updates_override) {
    remo::config::Job job;
    job.train.max_updates = 7;
    job.schedule.warmup_ratio = 0.5;
    job.schedule.warmup_updates = 2;
    const auto plan = remo::train::plan_run(job, 5);
    BOOST_TEST(plan.total_updates == 7);
    BOOST_TEST(plan.warmup_updates == 2);
}

BOOST_AUTO_TEST_CASE(a_batch_beyond_the_data_is_one_update_an_epoch) {
    remo::config::Job job;
    job.train.global_batch_size = std::numeric_limits<std::int64_t>::max();
    job.train.num_train_epochs = 2.0;
    const auto plan = remo::train::plan_run(job, 5);
    BOOST_TEST(plan.updates_per_epoch == 1);
    BOOST_TEST(plan.total_updates == 2);
}

BOOST_AUTO_TEST_CASE(epochs_beyond_counting_are_refused) {
    remo::config::Job job;
    job.train.num_train_epochs = 1e300;
    BOOST_CHECK_THROW(remo::train::plan_run(job, 5), remo::Error);
}

BOOST_AUTO_TEST_SUITE_END()
