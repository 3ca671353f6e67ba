// The keys of the job file. Keys of later versions are in later_keys.cpp.
#include "field.hpp"

namespace remo::config {

namespace {

constexpr auto maths = Changes::maths;
constexpr auto nothing = Changes::nothing;

void add_run(std::vector<Field>& fields) {
    using S = RunSection;
    constexpr auto section = &Job::run;
    fields.push_back(field("run.output", section, &S::output, nothing, "run directory"));
    fields.push_back(
        field("run.seed", section, &S::seed, maths, "of data order, dropout and new weights", at_least(0)));
    fields.push_back(field("run.time_limit", section, &S::time_limit, nothing,
                           "\"hh:mm:ss\"; empty: what Slurm tells, else none"));
    fields.push_back(field("run.watchdog_seconds", section, &S::watchdog_seconds, nothing,
                           "a run without a sign of life for so long is ended; 0: never", not_negative()));
}

void add_model(std::vector<Field>& fields) {
    using S = ModelSection;
    constexpr auto section = &Job::model;
    fields.push_back(
        field("model.path", section, &S::path, maths, "Hugging Face directory, or HDF5 model file"));
    fields.push_back(field("model.init", section, &S::init, maths,
                           "or \"random\": only configuration and tokenizer are read",
                           one_of({"pretrained", "random"})));
    fields.push_back(field("model.task", section, &S::task, maths, "", one_of({"sequence_classification"})));
    fields.push_back(field("model.freeze", section, &S::freeze, maths, "part names", at_most(0)));
}

void add_data_files(std::vector<Field>& fields) {
    using S = DataSection;
    constexpr auto section = &Job::data;
    fields.push_back(
        field("data.train", section, &S::train, maths, ".tsv, .csv, .jsonl, or .h5 token cache"));
    fields.push_back(field("data.validation", section, &S::validation, maths, "empty: none"));
    fields.push_back(field("data.text", section, &S::text, maths,
                           "column, or two columns that make pairs; []: \"text\" or \"sentence\"",
                           at_most(2)));
    fields.push_back(field("data.label", section, &S::label, maths, "column"));
    fields.push_back(field("data.label_file", section, &S::label_file, maths,
                           "one label a line, in index order; empty: the model's own, else natural order"));
}

void add_data_settings(std::vector<Field>& fields) {
    using S = DataSection;
    constexpr auto section = &Job::data;
    fields.push_back(field("data.max_length", section, &S::max_length, maths,
                           "tokens a sample, longer ones are cut", at_least(3)));
    fields.push_back(field("data.shuffle", section, &S::shuffle, maths, "anew each epoch"));
    fields.push_back(field("data.placement", section, &S::placement, nothing,
                           "\"shared_file\": each rank reads its rows of the token cache",
                           one_of({"scatter", "shared_file"})));
    fields.push_back(field("data.cache", section, &S::cache, nothing,
                           "directory of token caches; empty: beside the run directory"));
    fields.push_back(field("data.parse_special_tokens", section, &S::parse_special_tokens, maths,
                           "true: \"[SEP]\" in a text is the special token"));
    fields.push_back(field("data.invalid_utf8", section, &S::invalid_utf8, maths, "or \"replace\"",
                           one_of({"error", "replace"})));
    fields.push_back(field("data.empty_text", section, &S::empty_text, maths, "or \"skip\", \"error\"",
                           one_of({"keep", "skip", "error"})));
}

void add_train(std::vector<Field>& fields) {
    using S = TrainSection;
    constexpr auto section = &Job::train;
    fields.push_back(field("train.num_train_epochs", section, &S::num_train_epochs, maths, "", above_zero()));
    fields.push_back(
        field("train.max_updates", section, &S::max_updates, maths, "0: by epochs", at_least(0)));
    fields.push_back(field("train.global_batch_size", section, &S::global_batch_size, maths,
                           "samples of one update, over all ranks", at_least(1)));
    fields.push_back(field("train.micro_batch_tokens", section, &S::micro_batch_tokens, nothing,
                           "tokens a rank takes at once; accumulation follows from it", at_least(1)));
    fields.push_back(
        field("train.max_grad_norm", section, &S::max_grad_norm, maths, "0: no clipping", not_negative()));
    fields.push_back(field("train.precision", section, &S::precision, maths, "", one_of({"fp32"})));
    fields.push_back(field("train.max_skipped_updates", section, &S::max_skipped_updates, nothing,
                           "in a row, for a loss or gradient that is not finite", at_least(1)));
    fields.push_back(field("train.check_replicas_every", section, &S::check_replicas_every, nothing,
                           "updates; 0: only at the start", at_least(0)));
}

void add_optimizer(std::vector<Field>& fields) {
    using S = OptimizerSection;
    constexpr auto section = &Job::optimizer;
    fields.push_back(
        field("optimizer.name", section, &S::name, maths, "or \"sgd\"", one_of({"adamw", "sgd"})));
    fields.push_back(field("optimizer.learning_rate", section, &S::learning_rate, maths, "", not_negative()));
    fields.push_back(field("optimizer.weight_decay", section, &S::weight_decay, maths,
                           "not on biases and LayerNorm, by role", not_negative()));
    fields.push_back(field("optimizer.beta1", section, &S::beta1, maths, "", from_0_to_below_1()));
    fields.push_back(field("optimizer.beta2", section, &S::beta2, maths, "", from_0_to_below_1()));
    fields.push_back(field("optimizer.epsilon", section, &S::epsilon, maths, "", not_negative()));
    fields.push_back(field("optimizer.momentum", section, &S::momentum, maths, "sgd", from_0_to_below_1()));
}

void add_schedule(std::vector<Field>& fields) {
    using S = ScheduleSection;
    constexpr auto section = &Job::schedule;
    fields.push_back(field("schedule.name", section, &S::name, maths,
                           "or \"constant\", \"constant_with_warmup\"",
                           one_of({"linear", "constant", "constant_with_warmup"})));
    fields.push_back(
        field("schedule.warmup_ratio", section, &S::warmup_ratio, maths, "of all updates", between(0, 1)));
    fields.push_back(field("schedule.warmup_updates", section, &S::warmup_updates, maths,
                           "above 0: instead of warmup_ratio", at_least(0)));
}

void add_parallel(std::vector<Field>& fields) {
    using S = ParallelSection;
    constexpr auto section = &Job::parallel;
    fields.push_back(field("parallel.strategy", section, &S::strategy, nothing,
                           "\"root\": root_rank aggregates gradients, updates, and broadcasts",
                           one_of({"allreduce", "root"})));
    fields.push_back(field("parallel.root_rank", section, &S::root_rank, nothing, "", at_least(0)));
    fields.push_back(field("parallel.bucket_mib", section, &S::bucket_mib, nothing, "gradients sent at once",
                           above_zero()));
}

void add_evaluation(std::vector<Field>& fields) {
    using S = EvaluationSection;
    constexpr auto section = &Job::evaluation;
    fields.push_back(field("evaluation.every_updates", section, &S::every_updates, nothing,
                           "0: at the end of each epoch", at_least(0)));
    fields.push_back(
        field("evaluation.best_metric", section, &S::best_metric, maths, "empty: accuracy",
              one_of({"", "accuracy", "loss", "f1", "f1_macro", "f1_micro", "f1_weighted", "precision",
                      "precision_macro", "recall", "recall_macro", "matthews_correlation"})));
}

void add_checkpoint(std::vector<Field>& fields) {
    using S = CheckpointSection;
    constexpr auto section = &Job::checkpoint;
    fields.push_back(field("checkpoint.every_updates", section, &S::every_updates, nothing,
                           "0: only at the end and on a stop request", at_least(0)));
    fields.push_back(field("checkpoint.keep", section, &S::keep, nothing, "newest checkpoints", at_least(1)));
    fields.push_back(
        field("checkpoint.async", section, &S::async, nothing, "copy, and write while training goes on"));
    fields.push_back(field("checkpoint.on_error", section, &S::on_error, nothing,
                           "\"continue\": train on without a checkpoint that can't be saved",
                           one_of({"stop", "continue"})));
}

std::vector<Field> all_fields() {
    std::vector<Field> fields;
    for (const auto add : {add_run, add_model, add_data_files, add_data_settings, add_train, add_optimizer,
                           add_schedule, add_parallel, add_evaluation, add_checkpoint}) {
        add(fields);
    }
    return fields;
}

}  // namespace

const std::vector<Field>& job_fields() {
    static const std::vector<Field> fields = all_fields();
    return fields;
}

}  // namespace remo::config
