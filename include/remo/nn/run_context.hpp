#pragma once
/// \file
/// What every layer is given when it runs.
#include "remo/base/random.hpp"
#include "remo/kernels/dropout_site.hpp"
#include "remo/tensor/arena.hpp"
#include "remo/tensor/parameter_store.hpp"

namespace remo::nn {

struct RunContext {
    Device& device;
    ParameterStore& parameters;
    Arena& arena;           ///< activations of this micro-batch; the caller resets it between micro-batches
    bool training = false;  ///< keep activations, apply dropout
    PhiloxKey dropout_key{};

    /// The dropout of a site; none when not training.
    [[nodiscard]] kernels::Dropout dropout(float probability, std::uint32_t site) const {
        return {training ? probability : 0.0f, dropout_key, site};
    }
};

}  // namespace remo::nn
