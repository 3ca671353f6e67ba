#pragma once
/// \file
/// Why an update was skipped.
#include <cstdint>
#include <string>
#include <vector>

#include "remo/data/batch_loader.hpp"
#include "remo/parallel/strategy.hpp"

namespace remo::train {

struct SkippedUpdate {
    std::int64_t update = 0;  ///< the update that was to be made
    double loss = 0.0;
    std::string
        tensor;  ///< first parameter whose summed gradient is not finite; empty: only their norm overflows
    std::vector<std::int64_t> samples;  ///< samples of the global batch, ascending; rank 0 only

    /// One sentence for the log.
    [[nodiscard]] std::string text() const;
};

/// Collective.
SkippedUpdate describe_skipped(const comm::Communicator& communicator, Device& device,
                               const ParameterStore& store, const parallel::Strategy& strategy,
                               const data::UpdateBatch& batch);

}  // namespace remo::train
