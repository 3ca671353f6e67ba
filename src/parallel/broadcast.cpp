#include "remo/parallel/broadcast.hpp"

#include "pieces.hpp"

namespace remo::parallel {
namespace {

constexpr Index broadcast_piece = Index{1} << 18;  // 1 MiB of floats

}  // namespace

void broadcast_parameters(const comm::Communicator& communicator, Device& device, ParameterStore& store,
                          int root) {
    if (communicator.size() == 1) return;
    for_each_piece(device, store.values(), broadcast_piece,
                   [&](std::span<float> piece) { communicator.broadcast(piece, root); });
}

}  // namespace remo::parallel
