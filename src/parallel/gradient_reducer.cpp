#include "gradient_reducer.hpp"

#include <algorithm>

#include "pieces.hpp"
#include "remo/base/error.hpp"
#include "stopwatch.hpp"

namespace remo::parallel {

GradientReducer::GradientReducer(Device& device, ParameterStore& store, RowGradients& rows, double bucket_mib,
                                 Collective collective)
    : device_(device),
      store_(store),
      rows_(rows),
      bucket_size_(std::max<Index>(1, static_cast<Index>(bucket_mib * (1 << 20) / sizeof(float)))),
      collective_(std::move(collective)),
      final_from_(store.flat_size()) {}

void GradientReducer::add(Index begin, Index size) {
    require(begin + size == final_from_, "gradient ranges must become ready from the back without gaps");
    final_from_ = begin;
}

void GradientReducer::finalize() {
    if (finalized_) return;
    finalized_ = true;
    require(final_from_ == 0, "gradients are reduced before all of them are ready");
    const Stopwatch watch(seconds_);
    const auto count_and_sum = [this](std::span<float> bucket) {
        bytes_ += static_cast<std::int64_t>(bucket.size_bytes());
        collective_(bucket);
    };
    rows_.for_each_other_part(store_, store_.gradients(), [&](Vector part) {
        for_each_piece(device_, part, bucket_size_, count_and_sum);
    });
    if (rows_.active()) rows_.reduce(device_, store_, bucket_size_, count_and_sum);
}

}  // namespace remo::parallel
