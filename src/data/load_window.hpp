#pragma once
// Which samples a stretch of global batches has, and which ranks compute them.
#include <cstddef>
#include <cstdint>
#include <vector>

namespace remo::data {

// The samples of one global batch, and which ranks compute which of them.
struct BatchPlan {
    std::vector<std::int64_t> samples;              // in the epoch's order
    std::vector<std::vector<std::int32_t>> shares;  // by rank: positions in `samples`
    std::int64_t tokens = 0;
};

// Some global batches in a row, with the tokens that this rank needs for them.
struct Window {
    std::int64_t first = 0;  // global batch
    std::vector<BatchPlan> batches;
    std::vector<std::int32_t> tokens;        // of this rank's samples, batch after batch
    std::vector<std::size_t> token_offsets;  // by batch

    [[nodiscard]] bool holds(std::int64_t batch) const {
        return batch >= first && batch < first + static_cast<std::int64_t>(batches.size());
    }
};

// The samples of a rank, batch after batch.
std::vector<std::int64_t> samples_of(const BatchPlan& batch, int rank);
std::vector<std::int64_t> samples_of(const Window& window, int rank);

}  // namespace remo::data
