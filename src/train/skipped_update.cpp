#include "remo/train/skipped_update.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "remo/kernels/reduce.hpp"

namespace remo::train {
namespace {

std::string parameter_at(const ParameterStore& store, Index place) {
    for (const Parameter& parameter : store.parameters()) {
        if (place >= parameter.offset && place < parameter.offset + parameter.size) return parameter.name;
    }
    return {};
}

}  // namespace

std::string SkippedUpdate::text() const {
    const std::string what = tensor.empty() ? "the norm of the gradients" : "the gradient of " + tensor;
    return fmt::format(
        "update {} skipped: {} is not finite (loss {}); samples of its batch, counted from 0: {}", update,
        what, loss, fmt::join(samples, ", "));
}

SkippedUpdate describe_skipped(const comm::Communicator& communicator, Device& device,
                               const ParameterStore& store, const parallel::Strategy& strategy,
                               const data::UpdateBatch& batch) {
    SkippedUpdate skipped;
    const int holder =
        std::max(0, strategy.state_holder());  // the rank that is sure to hold the summed gradients
    if (communicator.rank() == holder) {
        const Index place = kernels::first_non_finite(device, store.gradients());
        if (place >= 0) skipped.tensor = parameter_at(store, place);
    }
    communicator.broadcast(skipped.tensor, holder);
    std::vector<std::int64_t> own;
    for (const PackedBatch& micro : batch.micro)
        own.insert(own.end(), micro.samples.begin(), micro.samples.end());
    skipped.samples = communicator.gather(std::span<const std::int64_t>(own), 0);
    std::sort(skipped.samples.begin(), skipped.samples.end());
    return skipped;
}

}  // namespace remo::train
