#pragma once
/// \file
/// How far a run is: all that a checkpoint needs beside parameters and optimiser state. Counted in updates and samples,
/// never per rank.
#include <cstdint>
#include <map>
#include <string>

#include "remo/io/checkpoint_file.hpp"
#include "remo/train/metrics_log.hpp"

namespace remo::train {

struct TrainingState {
    std::int64_t update = 0;          ///< updates done
    std::int64_t epoch = 0;           ///< epochs finished
    std::int64_t samples_in_epoch = 0;  ///< samples of the current epoch seen, in whole global batches
    std::int64_t samples = 0;         ///< samples seen, all epochs
    std::int64_t skipped = 0;         ///< updates skipped for a non-finite gradient
    bool has_best = false;
    double best_value = 0.0;  ///< best value of the chosen metric
    std::int64_t best_update = 0;
    bool evaluation_due = false;  ///< a stop request came before the evaluation that is due after this update
    std::string data;  ///< names the training data by its content (the token cache's file name); rank 0 only
    History history;

    [[nodiscard]] std::map<std::string, io::Attribute> attributes() const;
    static TrainingState from_attributes(const std::map<std::string, io::Attribute>& attributes);
};

}  // namespace remo::train
