#include "remo/config/job_file.hpp"

#include "job_test.hpp"
#include "remo/base/file.hpp"
#include "support/temporary_directory.hpp"

namespace {

using remo::config::Job;
using remo::test::parse;
using remo::test::required;

BOOST_AUTO_TEST_SUITE(job_file)

BOOST_AUTO_TEST_CASE(every_other_key_has_a_default) {
    const Job job = parse(required);
    BOOST_TEST(job.model.path == "m");
    BOOST_TEST(job.data.train == "t.tsv");
    BOOST_TEST(job.run.seed == 42);
    BOOST_TEST(job.train.global_batch_size == 32);
    BOOST_TEST(job.optimizer.learning_rate == 2e-5);
    BOOST_TEST(job.schedule.warmup_ratio == 0.06);
    BOOST_TEST(job.parallel.strategy == "allreduce");
    BOOST_TEST(job.checkpoint.every_updates == 500);
}

BOOST_AUTO_TEST_CASE(values_of_each_type_are_read) {
    const Job job = parse(
        "[model]\npath = 'm'\n[data]\ntrain = 't'\ntext = [\"premise\", \"hypothesis\"]\nshuffle = false\n"
        "[train]\nglobal_batch_size = 48\nnum_train_epochs = 2\n[optimizer]\nlearning_rate = 5e-5\n");
    BOOST_TEST((job.data.text == std::vector<std::string>{"premise", "hypothesis"}));
    BOOST_TEST(!job.data.shuffle);
    BOOST_TEST(job.train.global_batch_size == 48);
    BOOST_TEST(job.train.num_train_epochs == 2.0);  // an integer where a number is wanted
    BOOST_TEST(job.optimizer.learning_rate == 5e-5);
}

BOOST_AUTO_TEST_CASE(one_text_column_needs_no_list) {
    BOOST_TEST((parse(required + "text = 'sentence'").data.text == std::vector<std::string>{"sentence"}));
}

BOOST_AUTO_TEST_CASE(overrides_win_and_take_bare_words_as_strings) {
    const Job job =
        parse(required + "[train]\nglobal_batch_size = 8\n",
              {"train.global_batch_size=16", "run.output=runs/a b", "data.label=1", "data.shuffle=false",
               "data.text=[\"a\",\"b\"]", "model.path=\"quoted\"", "train.global_batch_size=24"});
    BOOST_TEST(job.train.global_batch_size == 24);
    BOOST_TEST(job.run.output == "runs/a b");
    BOOST_TEST(job.data.label == "1");  // a string key takes what was typed
    BOOST_TEST(!job.data.shuffle);
    BOOST_TEST((job.data.text == std::vector<std::string>{"a", "b"}));
    BOOST_TEST(job.model.path == "quoted");
}

BOOST_AUTO_TEST_CASE(overrides_alone_may_give_the_required_keys) {
    BOOST_TEST(parse("", {"model.path=m", "data.train=t.tsv"}).data.train == "t.tsv");
}

BOOST_AUTO_TEST_CASE(overrides_of_config_json_are_kept_as_json) {
    const Job job =
        parse(required +
                  "[model.config]\nhidden_dropout_prob = 0.1\nlayer_norm_eps = 1e-12\nsizes = [1, 2.5]\n"
                  "id2label = {0 = \"a \\\"b\\\"\", 1 = \"c: d\"}\n",
              {"model.config.hidden_act=relu"});
    BOOST_TEST(job.model.config.at("hidden_dropout_prob") == "0.1");
    BOOST_TEST(job.model.config.at("layer_norm_eps") == "1e-12");
    BOOST_TEST(job.model.config.at("sizes") == "[1, 2.5]");
    BOOST_TEST(job.model.config.at("id2label") == R"({"0": "a \"b\"", "1": "c: d"})");
    BOOST_TEST(job.model.config.at("hidden_act") == "\"relu\"");
}

BOOST_AUTO_TEST_CASE(a_file_is_read_and_named) {
    const remo::test::TemporaryDirectory directory;
    remo::write_file_atomically(directory / "job.toml", required + "[train]\nmax_updates = 7\n");
    BOOST_TEST(remo::config::read_job(directory / "job.toml").train.max_updates == 7);
    remo::write_file_atomically(directory / "bad.toml", "[train]\nmax_updates = -1\n");
    BOOST_CHECK_EXCEPTION(
        remo::config::read_job(directory / "bad.toml"), remo::Error, [](const remo::Error& e) {
            return std::string(e.what()).find("bad.toml:2:1: train.max_updates = -1 must be at least 0") !=
                   std::string::npos;
        });
    BOOST_CHECK_EXCEPTION(
        remo::config::read_job(directory / "none.toml"), remo::Error, [](const remo::Error& e) {
            return std::string(e.what()).find("none.toml: No such file") != std::string::npos;
        });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
