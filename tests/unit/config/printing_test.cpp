// Printing of jobs, and the differences of two.
#include "job_test.hpp"

namespace {

using remo::config::differing_keys;
using remo::config::Job;
using remo::config::print_job;
using remo::test::parse;
using remo::test::required;

BOOST_AUTO_TEST_SUITE(printing)

BOOST_AUTO_TEST_CASE(a_printed_job_reads_back_the_same) {
    const Job job =
        parse(required +
                  "text = ['premise', 'hypothesis']\nlabel = \"a \\\"label\\\"\\n# no comment\"\n"
                  "[optimizer]\nlearning_rate = 0.1\nepsilon = 1e-8\n[run]\noutput = 'runs/\u00e9'\n"
                  "[model.config]\nhidden_dropout_prob = 0.3\nid2label = {0 = \"x: \\\"y\\\"\", 1 = \"z\"}\n",
              {"train.num_train_epochs=3"});
    const std::string text = print_job(job);
    const Job again = parse(text);
    BOOST_TEST(print_job(again) == text);
    BOOST_TEST(differing_keys(job, again, false).empty());
    BOOST_TEST(again.data.label == "a \"label\"\n# no comment");
    BOOST_TEST(again.model.config.at("id2label") == job.model.config.at("id2label"));
}

BOOST_AUTO_TEST_CASE(values_stand_with_their_comments) {
    const std::string text = print_job(parse(required));
    BOOST_TEST(text.find("[train]\nnum_train_epochs = 3.0\n") != std::string::npos);
    BOOST_TEST(
        text.find("\nglobal_batch_size = 32                # samples of one update, over all ranks\n") !=
        std::string::npos);
    BOOST_TEST(text.find("\nlearning_rate = 2e-05\n") != std::string::npos);
    BOOST_TEST(text.find("\npath = \"m\" ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(each_changed_key_is_told) {
    const Job a = parse(required);
    const Job b =
        parse(required, {"train.global_batch_size=64", "run.output=other", "model.config.dropout=0.0"});
    const std::vector<std::string> all = {"run.output: \"runs/run\" -> \"other\"",
                                          "train.global_batch_size: 32 -> 64",
                                          "model.config.dropout: unset -> 0.0"};
    const std::vector<std::string> maths = {all[1], all[2]};
    BOOST_TEST(differing_keys(a, b, false) == all, boost::test_tools::per_element());
    BOOST_TEST(differing_keys(a, b, true) == maths, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(where_and_how_a_job_runs_is_no_change_of_its_maths) {
    const Job a = parse(required);
    const Job b =
        parse(required, {"run.output=x", "run.time_limit=01:00:00", "run.watchdog_seconds=5",
                         "checkpoint.keep=9", "checkpoint.every_updates=1", "parallel.strategy=root",
                         "parallel.root_rank=1", "parallel.bucket_mib=4", "train.micro_batch_tokens=64",
                         "data.placement=shared_file", "data.cache=c", "evaluation.every_updates=3"});
    BOOST_TEST(differing_keys(a, b, false).size() == 12u);
    BOOST_TEST(differing_keys(a, b, true).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
