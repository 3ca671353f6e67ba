#include "remo/train/run_setup.hpp"

#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/config/job_file.hpp"
#include "remo/train/job_data.hpp"
#include "remo/train/labels.hpp"
#include "remo/train/startup_report.hpp"

namespace remo::train {
namespace {

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

}  // namespace

RunSetup::RunSetup(const comm::Communicator& communicator, Device& device, Log& log, const config::Job& job,
                   std::function<bool()> stop_requested)
    : communicator_(communicator),
      device_(device),
      log_(log),
      job_(job),
      stop_requested_(std::move(stop_requested)),
      source_(communicator, job.model.path, job.model.init != "random", job.model.config),
      tokenizer_(source_.tokenizer({job.data.parse_special_tokens})),
      train(prepare(job.data.train)) {
    for (const std::string& note : tokenizer_.notes()) log_.warning(note);
    if (!job_.data.validation.empty()) validation.emplace(prepare(job_.data.validation));
    comm::together(communicator_, [this] { set_labels(); });
    report_dataset("train", train, log_);
    if (validation) report_dataset("validation", *validation, log_);
    make_model();
}

data::TokenDataset RunSetup::prepare(const std::string& path) {
    comm::together(communicator_, [this] { check_max_length(job_, source_.config()); });
    data::DatasetOptions options = dataset_options(job_);
    options.stop_requested = stop_requested_;
    auto dataset = data::TokenDataset::prepare(communicator_, path, tokenizer_, options,
                                               token_cache_directory(job_), log_);
    comm::together(communicator_, [&] { check_pairs(dataset, source_.config()); });
    dataset.require_labels();  // in validation data too: metrics would be of other samples
    return dataset;
}

void RunSetup::set_labels() {
    models::ModelConfig& config = source_.config();
    std::string reason;
    const auto names = choose_labels(config, source_.has_head(), job_.data.label_file, train, reason);
    log_.info(fmt::format("labels: {} ({})", fmt::join(names, ", "), reason));
    const bool by_index = source_.has_head() && config.labels_are_default;
    train.map_labels(names, by_index);
    if (validation) validation->map_labels(names, by_index);
    config.set_labels(names);
    labels = names;
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
