#include "remo/nn/gradient_ready.hpp"

#include <algorithm>

namespace remo::nn {

void ReadyRanges::down_to(Index begin) {
    if (begin >= final_from_) return;
    if (ready_) ready_(begin, final_from_ - begin);
    final_from_ = begin;
}

bool trains_before(const ParameterStore& parameters, Index begin) {
    const auto& all = parameters.parameters();
    return std::any_of(all.begin(), all.end(), [begin](const Parameter& parameter) {
        return parameter.trainable && parameter.offset < begin;
    });
}

}  // namespace remo::nn
