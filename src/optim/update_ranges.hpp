#pragma once
/// \file
/// Flat ranges that one kernel launch updates.
#include <vector>

#include "remo/optim/optimizer.hpp"
#include "remo/tensor/parameter_store.hpp"

namespace remo::optim {

struct UpdateRange {
    Index begin = 0;
    Index size = 0;
    bool decays = false;
    float rate_scale = 1.0f;
};

/// Trainable parameters, neighbours of equal treatment joined (the gaps between them hold zeros, and zeros stay zeros).
/// \param left_out  a parameter that is updated otherwise; may be invalid
std::vector<UpdateRange> update_ranges(const ParameterStore& store, const UpdateRates& rates,
                                       ParameterHandle left_out = {});

}  // namespace remo::optim
