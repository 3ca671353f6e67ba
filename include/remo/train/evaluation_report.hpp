#pragma once
/// \file
/// An evaluation as JSON: what `remo evaluate` prints and metrics.jsonl and summary.json hold.
#include <string>
#include <vector>

#include "remo/io/json.hpp"
#include "remo/train/evaluator.hpp"

namespace remo::train {

/// samples, loss, each metric by its name, `classes` (label, precision, recall, f1, support) and `confusion_matrix` (rows: labels,
/// columns: predictions). \param labels  names by class index
io::Json evaluation_json(const Evaluation& result, const std::vector<std::string>& labels);

}  // namespace remo::train
