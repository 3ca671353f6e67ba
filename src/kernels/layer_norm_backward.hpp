#pragma once
/// \file
/// The backward pass that the plain, the residual and the embedding form of layer normalisation share.
#include "remo/kernels/layer_norm.hpp"

namespace remo::kernels {

/// Where dropout stands in the forward pass.
enum class DropoutPlace : std::uint8_t { none, on_output, on_branch };

struct LayerNormBackward {
    ConstMatrix dy;  ///< (rows, hidden) gradient of the output
    LayerNormSaved saved;
    ConstVector gamma;  ///< (hidden)
    Dropout dropout;
    DropoutPlace dropout_place = DropoutPlace::none;
    Matrix dz;       ///< (rows, hidden) gradient of what was normalised; may be dy
    Matrix dbranch;  ///< (rows, hidden) gradient of the branch x before bias and dropout; without data: none
    Vector dgamma, dbeta;  ///< (hidden) +=; without data: none
    Vector dbias;          ///< (hidden) += column sums of dbranch
};

void layer_norm_backward(Device& device, const LayerNormBackward& pass, const DropoutRows& rows);

}  // namespace remo::kernels
