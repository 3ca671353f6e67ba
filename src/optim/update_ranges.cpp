#include "update_ranges.hpp"

namespace remo::optim {

std::vector<UpdateRange> update_ranges(const ParameterStore& store, const UpdateRates& rates,
                                       ParameterHandle left_out) {
    std::vector<UpdateRange> ranges;
    bool open = false;  // whether the next parameter may join the last range
    for (std::size_t i = 0; i < store.parameters().size(); ++i) {
        const Parameter& parameter = store.parameters()[i];
        if (!parameter.trainable || static_cast<std::int32_t>(i) == left_out.index) {
            open = false;
            continue;
        }
        const float scale = rates.scale == nullptr ? 1.0f : (*rates.scale)[i];
        const bool joins =
            open && ranges.back().decays == parameter.decays() && ranges.back().rate_scale == scale;
        if (!joins) ranges.push_back({parameter.offset, 0, parameter.decays(), scale});
        ranges.back().size = parameter.offset + parameter.size - ranges.back().begin;
        open = true;
    }
    return ranges;
}

}  // namespace remo::optim
