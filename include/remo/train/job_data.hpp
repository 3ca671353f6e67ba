#pragma once
/// \file
/// What a job says about its data, in the data level's terms.
#include <filesystem>

#include "remo/config/job.hpp"
#include "remo/data/token_dataset.hpp"
#include "remo/models/model_config.hpp"

namespace remo::train {

/// `data.cache`, or "token-cache" beside the run directory.
std::filesystem::path token_cache_directory(const config::Job& job);

data::DatasetOptions dataset_options(const config::Job& job);

/// Error(usage) when `data.max_length` is more than the model has positions for.
void check_max_length(const config::Job& job, const models::ModelConfig& config);

/// Error(usage) when the data has pairs of texts and the model embeds only one token type.
void check_pairs(const data::TokenDataset& dataset, const models::ModelConfig& config);

}  // namespace remo::train
