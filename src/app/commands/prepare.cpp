#include <fmt/format.h>

#include <iostream>

#include "remo/app/command.hpp"
#include "remo/app/job_source.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/train/job_data.hpp"
#include "remo/train/model_source.hpp"

namespace remo::app {
namespace {

/// Collective: tokenises a data file unless its cache is there.
void prepare(Environment& environment, const config::Job& job, const text::Tokenizer& tokenizer,
             const std::string& name, const std::string& path) {
    const auto dataset =
        data::TokenDataset::prepare(environment.communicator, path, tokenizer, train::dataset_options(job),
                                    train::token_cache_directory(job), environment.log);
    if (!environment.communicator.is_root()) return;
    std::cout << fmt::format("{}: {} -> {}{}\n", name, dataset.origin(), dataset.cache_path().string(),
                             dataset.reused() ? " (was there)" : "")
              << fmt::format("  {}\n", dataset.summary())
              << fmt::format("  text: {}; {}: {}", fmt::join(dataset.text_columns(), ", "),
                             dataset.label_column(), fmt::join(dataset.label_names(), ", "))
              << (dataset.statistics().unlabelled > 0
                      ? fmt::format("; {} unlabelled", dataset.statistics().unlabelled)
                      : "")
              << std::endl;
}

}  // namespace

ExitStatus run_prepare(Environment& environment, const PrepareOptions& options) {
    const comm::Communicator& communicator = environment.communicator;
    const config::Job job = read_job(communicator, options.job);
    const train::ModelSource source(communicator, job.model.path, false, job.model.config);
    comm::together(communicator, [&] { train::check_max_length(job, source.config()); });
    const text::Tokenizer tokenizer =
        comm::together(communicator, [&] { return source.tokenizer({job.data.parse_special_tokens}); });
    for (const std::string& note : tokenizer.notes()) environment.log.warning(note);
    prepare(environment, job, tokenizer, "train", job.data.train);
    if (!job.data.validation.empty()) prepare(environment, job, tokenizer, "validation", job.data.validation);
    return ExitStatus::done;
}

}  // namespace remo::app
