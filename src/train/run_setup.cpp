#include "remo/train/run_setup.hpp"

#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/config/job_file.hpp"
#include "remo/train/labels.hpp"
#include "remo/train/startup_report.hpp"

namespace remo::train {
namespace {

std::filesystem::path cache_directory(const config::Job& job) {
    if (!job.data.cache.empty()) return job.data.cache;
    const auto output = std::filesystem::path(job.run.output).lexically_normal();
    return (output.has_filename() ? output : output.parent_path()).parent_path() / "token-cache";
}

data::DatasetOptions dataset_options(const config::Job& job) {
    data::DatasetOptions options;
    options.text = job.data.text;
    options.label = job.data.label;
    options.max_length = static_cast<std::int32_t>(job.data.max_length);
    options.invalid_utf8 =
        job.data.invalid_utf8 == "replace" ? data::InvalidUtf8::replace : data::InvalidUtf8::error;
    options.empty_text = job.data.empty_text == "skip"    ? data::EmptyText::skip
                         : job.data.empty_text == "error" ? data::EmptyText::error
                                                          : data::EmptyText::keep;
    return options;
}

optim::OptimizerOptions optimizer_options(const config::OptimizerSection& section) {
    optim::OptimizerOptions options;
    options.name = section.name;
    options.weight_decay = section.weight_decay;
    options.beta1 = section.beta1;
    options.beta2 = section.beta2;
    options.epsilon = section.epsilon;
    options.momentum = section.momentum;
    return options;
}

/// Training data without a label is a mistake; so is validation data, whose metrics would be of other samples.
void require_labels(const data::TokenDataset& dataset) {
    if (dataset.size() == 0)
        usage_error("{}: no samples; a data file has a header line and at least one row", dataset.origin());
    if (dataset.statistics().unlabelled > 0) {
        usage_error(
            "{}: {} rows have no label (empty or -1); remove them, or use `remo predict` for unlabelled data",
            dataset.origin(), dataset.statistics().unlabelled);
    }
}

}  // namespace

RunSetup::RunSetup(const comm::Communicator& communicator, Device& device, Log& log, const config::Job& job)
    : communicator_(communicator),
      device_(device),
      log_(log),
      job_(job),
      source_(communicator, job.model.path, job.model.init != "random"),
      tokenizer_(source_.tokenizer({job.data.parse_special_tokens})),
      train(prepare(job.data.train)) {
    if (!job_.data.validation.empty()) validation.emplace(prepare(job_.data.validation));
    comm::together(communicator_, [this] { set_labels(); });
    report_dataset("train", train, log_);
    if (validation) report_dataset("validation", *validation, log_);
    make_model();
}

data::TokenDataset RunSetup::prepare(const std::string& path) {
    comm::together(communicator_, [this] { check_lengths(); });
    for (const std::string& note : tokenizer_.notes()) log_.warning(note);
    auto dataset = data::TokenDataset::prepare(communicator_, path, tokenizer_, dataset_options(job_),
                                               cache_directory(job_), log_);
    comm::together(communicator_, [&] { require_labels(dataset); });
    return dataset;
}

void RunSetup::check_lengths() const {
    if (job_.data.max_length > source_.config().position_count) {
        usage_error(
            "data.max_length is {}, the model has {} positions (max_position_embeddings); choose at most "
            "that",
            job_.data.max_length, source_.config().position_count);
    }
}

void RunSetup::set_labels() {
    models::ModelConfig& config = source_.config();
    for (const auto& [key, value] : job_.model.config)
        config.override_key(key, io::parse_json(value, "model.config." + key));
    std::string reason;
    const auto names = choose_labels(config, source_.has_head(), job_.data.label_file, train, reason);
    log_.info(fmt::format("labels: {} ({})", fmt::join(names, ", "), reason));
    const bool by_index = source_.has_head() && config.labels_are_default;
    train.map_labels(names, by_index);
    if (validation) validation->map_labels(names, by_index);
    config.set_labels(names);
    best_metric = job_.evaluation.best_metric.empty() ? "accuracy" : job_.evaluation.best_metric;
    const bool binary_only = best_metric == "f1" || best_metric == "precision" || best_metric == "recall";
    if (binary_only && names.size() != 2) {
        usage_error("evaluation.best_metric = \"{}\" is for two classes, the data has {}; choose {}_macro",
                    best_metric, names.size(), best_metric);
    }
}

void RunSetup::make_model() {
    models::LoadReport report;
    model = source_.make_model(device_, true, job_.model.init == "random",
                               static_cast<std::uint64_t>(job_.run.seed), &report);
    source_.drop_tensors();
    report_model(source_.config(), store(), report, log_);
    texts.config_json = source_.config().text();
    texts.tokenizer = source_.tokenizer_files();
    texts.job = config::print_job(job_);
}

void RunSetup::make_trainable(const RunPlan& plan) {
    comm::together(communicator_, [&] {
        parallel::StrategyOptions options;
        options.name = job_.parallel.strategy;
        options.root_rank = static_cast<int>(job_.parallel.root_rank);
        options.bucket_mib = job_.parallel.bucket_mib;
        strategy = parallel::make_strategy(options, optimizer_options(job_.optimizer), communicator_, device_,
                                           store());
        schedule = optim::make_schedule({job_.schedule.name, plan.warmup_updates, plan.total_updates});
    });
}

data::LoaderOptions RunSetup::loader_options() const {
    data::LoaderOptions options;
    options.global_batch_size = job_.train.global_batch_size;
    options.micro_batch_tokens = job_.train.micro_batch_tokens;
    options.placement =
        job_.data.placement == "shared_file" ? data::Placement::shared_file : data::Placement::scatter;
    options.seed = static_cast<std::uint64_t>(job_.run.seed);
    options.shuffle = job_.data.shuffle;
    return options;
}

}  // namespace remo::train
