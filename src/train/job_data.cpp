#include "remo/train/job_data.hpp"

#include "remo/base/format.hpp"

namespace remo::train {

std::filesystem::path token_cache_directory(const config::Job& job) {
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

void check_pairs(const data::TokenDataset& dataset, const models::ModelConfig& config) {
    if (dataset.text_columns().size() == 2 && config.type_count == 1) {
        usage_error(
            "{}: two text columns make pairs, the model knows only one token type (type_vocab_size 1); name "
            "one column",
            dataset.origin());
    }
}

void check_max_length(const config::Job& job, const models::ModelConfig& config) {
    if (job.data.max_length > config.position_count) {
        usage_error(
            "data.max_length is {}, the model has {} positions (max_position_embeddings); choose at most "
            "that",
            job.data.max_length, config.position_count);
    }
}

}  // namespace remo::train
