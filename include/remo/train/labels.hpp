#pragma once
/// \file
/// Which label is which class: the model's own names when it knows these labels, a label file, else natural order.
#include <string>
#include <vector>

#include "remo/config/job.hpp"
#include "remo/data/token_dataset.hpp"
#include "remo/models/model_config.hpp"

namespace remo::train {

/// The label names to train with, by class index.
/// \param has_head  the model brings a trained classifier, so its classes are given
/// \param reason    set to a sentence for the log that says where the names came from
/// Error(usage) when the data's labels do not fit a trained classifier or the label file.
std::vector<std::string> choose_labels(const models::ModelConfig& config, bool has_head,
                                       const std::string& label_file, const data::TokenDataset& train,
                                       std::string& reason);

}  // namespace remo::train
