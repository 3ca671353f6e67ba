// What a job file is refused for, and in which words.
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>

#include "job_test.hpp"

namespace {

namespace data = boost::unit_test::data;
using remo::test::parse;
using remo::test::refusal;
using remo::test::required;

struct Case {
    std::string text;     ///< follows the required lines, so begins on line 5
    std::string refusal;  ///< the whole sentence
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
    return out << c.text;
}

const std::vector<Case> cases = {
    // keys
    {"[train]\nglobal_batchsize = 1",
     "job.toml:6:1: unknown key train.global_batchsize; did you mean train.global_batch_size?"},
    {"[train]\nlearning_rate = 1e-5",
     "job.toml:6:1: unknown key train.learning_rate; did you mean optimizer.learning_rate?"},
    {"[train]\n  max_update = 1",
     "job.toml:6:3: unknown key train.max_update; did you mean train.max_updates?"},
    {"[optimiser]\nname = 'adamw'", "job.toml:5:2: unknown section [optimiser]; did you mean [optimizer]?"},
    {"[optimzer]", "job.toml:5:2: unknown section [optimzer]; did you mean [optimizer]?"},
    {"[train]\nmax_updates.a = 1",
     "job.toml:6:13: unknown key train.max_updates.a; did you mean train.max_updates?"},
    // types
    {"[train]\nglobal_batch_size = \"32\"",
     "job.toml:6:1: train.global_batch_size wants an integer, not \"32\""},
    {"[train]\nglobal_batch_size = 32.0", "job.toml:6:1: train.global_batch_size wants an integer, not 32.0"},
    {"[optimizer]\nlearning_rate = \"2e-5\"",
     "job.toml:6:1: optimizer.learning_rate wants a number, not \"2e-5\""},
    {"[optimizer]\nlearning_rate = inf", "job.toml:6:1: optimizer.learning_rate wants a number, not inf"},
    {"[run]\noutput = 3", "job.toml:6:1: run.output wants a string in quotes, not 3"},
    {"shuffle = 1", "job.toml:5:1: data.shuffle wants true or false, not 1"},
    {"text = [1, 2]", "job.toml:5:1: data.text wants a string or a list of strings, not [1, 2]"},
    {"label = 1979-05-27", "job.toml:5:1: data.label wants a string in quotes, not \"1979-05-27\""},
    // ranges
    {"[train]\nglobal_batch_size = 0", "job.toml:6:1: train.global_batch_size = 0 must be at least 1"},
    {"[train]\nmicro_batch_tokens = 0", "job.toml:6:1: train.micro_batch_tokens = 0 must be at least 1"},
    {"[train]\nnum_train_epochs = 0", "job.toml:6:1: train.num_train_epochs = 0 must be above 0"},
    {"max_length = 2", "job.toml:5:1: data.max_length = 2 must be at least 3"},
    {"text = ['a', 'b', 'c']", "job.toml:5:1: data.text = [\"a\", \"b\", \"c\"] may name at most 2"},
    {"[optimizer]\nlearning_rate = -1e-5",
     "job.toml:6:1: optimizer.learning_rate = -1e-05 must not be negative"},
    {"[optimizer]\nbeta1 = 1.0", "job.toml:6:1: optimizer.beta1 = 1.0 must be at least 0 and below 1"},
    {"[optimizer]\nbeta2 = -0.1", "job.toml:6:1: optimizer.beta2 = -0.1 must be at least 0 and below 1"},
    {"[schedule]\nwarmup_ratio = 1.5", "job.toml:6:1: schedule.warmup_ratio = 1.5 must lie between 0 and 1"},
    {"[checkpoint]\nkeep = 0", "job.toml:6:1: checkpoint.keep = 0 must be at least 1"},
    {"[run]\nseed = -1", "job.toml:6:1: run.seed = -1 must be at least 0"},
    {"placement = 'here'",
     "job.toml:5:1: data.placement = \"here\" is not supported by this version; it knows scatter, "
     "shared_file"},
    // values and keys of later versions
    {"[train]\nprecision = \"bf16\"",
     "job.toml:6:1: train.precision = \"bf16\" is not supported by this version; it knows fp32"},
    {"[train]\nmicro_batch_tokens = \"auto\"",
     "job.toml:6:1: train.micro_batch_tokens = \"auto\" is not supported by this version; it knows integers"},
    {"[train]\ngradient_checkpointing = true",
     "job.toml:6:1: train.gradient_checkpointing = true is not supported by this version; it knows false"},
    {"[train]\nlabel_smoothing_factor = 0.1",
     "job.toml:6:1: train.label_smoothing_factor = 0.1 is not supported by this version; it knows 0.0"},
    {"class_weights = \"balanced\"",
     "job.toml:5:1: data.class_weights = \"balanced\" is not supported by this version; it knows []"},
    {"class_weights = [1.0, 2.0]",
     "job.toml:5:1: data.class_weights = [1.0, 2.0] is not supported by this version; it knows []"},
    {"[model.lora]\nrank = 8",
     "job.toml:6:1: model.lora.rank is not supported by this version; leave [model.lora] empty"},
    {"[parallel]\nstrategy = \"zero1\"",
     "job.toml:6:1: parallel.strategy = \"zero1\" is not supported by this version; it knows allreduce, "
     "root"},
    {"[schedule]\nname = \"cosine\"",
     "job.toml:6:1: schedule.name = \"cosine\" is not supported by this version; it knows linear, constant, "
     "constant_with_warmup"},
    {"[evaluation]\nbest_metric = \"f2\"",
     "job.toml:6:1: evaluation.best_metric = \"f2\" is not supported by this version; it knows \"\", "
     "accuracy, loss, f1, "
     "f1_macro, f1_micro, f1_weighted, precision, precision_macro, recall, recall_macro, "
     "matthews_correlation"},
    {"freeze = [\"embeddings\"]\n", "job.toml:5:1: unknown key data.freeze; did you mean model.freeze?"},
    {"[checkpoint]\non_error = \"abort\"",
     "job.toml:6:1: checkpoint.on_error = \"abort\" is not supported by this version; it knows stop, "
     "continue"},
    {"[checkpoint]\nasync = 0", "job.toml:6:1: checkpoint.async wants true or false, not 0"},
};

BOOST_AUTO_TEST_SUITE(refusals)

BOOST_DATA_TEST_CASE(a_mistake_is_named_with_its_line, data::make(cases), c) {
    BOOST_TEST(refusal(required + c.text) == c.refusal);
}

BOOST_AUTO_TEST_CASE(the_first_mistake_of_the_file_is_told) {
    const std::string text = refusal(required + "[train]\nzzz = 1\nmax_updates = -1\naaa = 2\n");
    BOOST_TEST(text.starts_with("job.toml:6:1: unknown key train.zzz"));
}

BOOST_AUTO_TEST_CASE(both_required_keys_are_named) {
    BOOST_TEST(
        refusal("") ==
        "job.toml: model.path (the pretrained model) and data.train (the training data) must be given");
    BOOST_TEST(refusal("[model]\npath = 'm'") == "job.toml: data.train (the training data) must be given");
}

BOOST_AUTO_TEST_CASE(broken_toml_is_named_with_its_line) {
    BOOST_TEST(refusal("[model]\npath = \"m").starts_with("job.toml:2:"));
    BOOST_TEST(refusal(required + "train = 'twice'").starts_with("job.toml:5:"));
    BOOST_TEST(refusal("seed = 1\n").starts_with("job.toml:1:1: seed stands in no section"));
}

BOOST_AUTO_TEST_CASE(overrides_are_checked_too) {
    BOOST_TEST(refusal(required, {"train.global_batch_size=0"}) ==
               "--set: train.global_batch_size = 0 must be at least 1");
    BOOST_TEST(refusal(required, {"train.global_batch=8"}) ==
               "--set: unknown key train.global_batch; did you mean train.global_batch_size?");
    BOOST_TEST(refusal(required, {"train.global_batch_size=many"}) ==
               "--set: train.global_batch_size wants an integer, not \"many\"");
    BOOST_TEST(refusal(required, {"global_batch_size"}) ==
               "--set global_batch_size: write --set section.key=value");
    BOOST_TEST(refusal(required, {"seed=1"}) == "--set seed=1: write --set section.key=value");
    BOOST_TEST(refusal(required, {"tran.max_updates=1"}) ==
               "--set: unknown key tran.max_updates; did you mean train.max_updates?");
}

// The job file that the documentation shows: later versions' keys at the values that this version acts by.
BOOST_AUTO_TEST_CASE(later_keys_at_their_defaults_are_accepted) {
    BOOST_CHECK_NO_THROW(parse(
        "[run]\noutput = 'runs/sst2'\nseed = 42\ntime_limit = ''\nwatchdog_seconds = 300\n"
        "[model]\npath = 'm'\ninit = 'pretrained'\ntask = 'sequence_classification'\nfreeze = []\n"
        "[model.config]\n[model.lora]\n"
        "[data]\ntrain = 't'\nvalidation = 'd'\ntext = 'sentence'\nlabel = 'label'\nmax_length = "
        "128\nshuffle = true\n"
        "placement = 'scatter'\nparse_special_tokens = false\ninvalid_utf8 = 'error'\nempty_text = 'keep'\n"
        "class_weights = []\n"
        "[train]\nnum_train_epochs = 3.0\nmax_updates = 0\nglobal_batch_size = 32\nmicro_batch_tokens = "
        "4096\n"
        "max_grad_norm = 1.0\nlabel_smoothing_factor = 0\ngradient_checkpointing = false\nprecision = "
        "'fp32'\n"
        "max_skipped_updates = 10\nema_decay = 0.0\n"
        "[optimizer]\nname = 'adamw'\nlearning_rate = 2e-5\nhead_learning_rate = 0.0\nlayer_decay = 1.0\n"
        "weight_decay = 0.01\nbeta1 = 0.9\nbeta2 = 0.999\nepsilon = 1e-8\n"
        "[schedule]\nname = 'linear'\nwarmup_ratio = 0.06\n"
        "[parallel]\nstrategy = 'allreduce'\nroot_rank = 0\nbucket_mib = 1\ngradient_dtype = "
        "'fp32'\nlocal_updates = 1\n"
        "[evaluation]\nevery_updates = 0\nbest_metric = ''\nearly_stopping_patience = 0\n"
        "[checkpoint]\nevery_updates = 500\nkeep = 3\nasync = false\non_error = 'stop'\n"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
