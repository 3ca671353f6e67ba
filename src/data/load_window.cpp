#include "load_window.hpp"

namespace remo::data {

std::vector<std::int64_t> samples_of(const BatchPlan& batch, int rank) {
    std::vector<std::int64_t> samples;
    for (const std::int32_t position : batch.shares[static_cast<std::size_t>(rank)])
        samples.push_back(batch.samples[static_cast<std::size_t>(position)]);
    return samples;
}

std::vector<std::int64_t> samples_of(const Window& window, int rank) {
    std::vector<std::int64_t> samples;
    for (const BatchPlan& batch : window.batches) {
        const auto more = samples_of(batch, rank);
        samples.insert(samples.end(), more.begin(), more.end());
    }
    return samples;
}

}  // namespace remo::data
