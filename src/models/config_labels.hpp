#pragma once
/// \file
/// Labels in config.json.
#include <string>
#include <string_view>
#include <vector>

#include "remo/io/json.hpp"

namespace remo::models {

/// LABEL_0 … LABEL_<count-1>: Transformers' names for labels that nobody named.
std::vector<std::string> default_labels(std::size_t count);

/// The labels by index that Transformers makes of `id2label` and `num_labels`: neither means two, and a num_labels that
/// contradicts id2label wins. Error(usage) when the indices are not 0, 1, ….
std::vector<std::string> read_labels(const io::Json& json, std::string_view origin);

/// Sets id2label and label2id as Transformers saves them: left out for the default two.
void write_labels(io::Json& json, const std::vector<std::string>& labels);

}  // namespace remo::models
