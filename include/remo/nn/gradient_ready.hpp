#pragma once
/// \file
/// Telling the trainer which gradients are final, so that they can be reduced while backward goes on.
#include <functional>

#include "remo/tensor/parameter_store.hpp"

namespace remo::nn {

/// Told during backward when the flat gradient range [begin, begin + size) takes no more contributions from this micro-batch.
using GradientReady = std::function<void(Index begin, Index size)>;

/// Reports the flat buffer from its back to its front, each element exactly once.
class ReadyRanges {
  public:
    ReadyRanges(const ParameterStore& parameters, const GradientReady& ready)
        : parameters_(parameters), ready_(ready), final_from_(parameters.flat_size()) {}

    /// Gradients from flat offset `begin` on are final.
    void down_to(Index begin);
    /// Gradients of this parameter and all behind it are final.
    void down_to(ParameterHandle first) { down_to(parameters_.at(first).offset); }
    /// All gradients are final; what is not reported yet is.
    void finish() { down_to(Index{0}); }

  private:
    const ParameterStore& parameters_;
    const GradientReady& ready_;
    Index final_from_;
};

/// For a rank without samples in an update: everything is final at once, nothing is computed.
inline void report_all_ready(const ParameterStore& parameters, const GradientReady& ready) {
    ReadyRanges(parameters, ready).finish();
}

/// Whether any parameter before flat offset `begin` is trained: if not, backward can end there.
bool trains_before(const ParameterStore& parameters, Index begin);

/// The gradient of a trained parameter; empty for a frozen one, which kernels then leave out.
inline Vector gradient_of(const ParameterStore& parameters, ParameterHandle handle) {
    return parameters.at(handle).trainable ? parameters.gradient_vector(handle) : Vector{};
}

}  // namespace remo::nn
