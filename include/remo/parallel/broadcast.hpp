#pragma once
/// \file
/// Copying parameters from one rank to all.
#include "remo/comm/communicator.hpp"
#include "remo/tensor/parameter_store.hpp"

namespace remo::parallel {

/// Collective: all replicas get the values of `root`, in pieces.
void broadcast_parameters(const comm::Communicator& communicator, Device& device, ParameterStore& store,
                          int root = 0);

}  // namespace remo::parallel
