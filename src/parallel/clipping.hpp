#pragma once
/// \file
/// Clipping by the global norm.
namespace remo::parallel {

/// Factor of all gradients, as torch.nn.utils.clip_grad_norm_: min(1, max_norm / (norm + 1e-6)); 1 when max_norm is 0.
float clip_factor(double norm, double max_norm);

}  // namespace remo::parallel
