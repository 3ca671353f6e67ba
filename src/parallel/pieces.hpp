#pragma once
/// \file
/// Device memory through MPI, piece by piece.
#include <algorithm>
#include <span>
#include <vector>

#include "remo/tensor/device.hpp"

namespace remo::parallel {

/// Calls `action(std::span<float>)` on the host's view of each piece of `values`, from the back to the front: the memory itself,
/// or a staging copy where the host can't reach it. Whole-buffer calls would page through as large a temporary inside MPI.
template <class Action>
void for_each_piece(Device& device, Vector values, Index piece_size, const Action& action) {
    std::vector<float> staging;
    for (Index end = values.size; end > 0;) {
        // Borders lie on a grid from the front, whatever the size: the same pieces on every rank.
        const Index begin = (end - 1) / piece_size * piece_size;
        const Vector piece = values.part(begin, end - begin);
        const auto bytes = static_cast<std::size_t>(piece.size) * sizeof(float);
        if (device.host_accessible()) {
            action(std::span<float>(piece.data, static_cast<std::size_t>(piece.size)));
        } else {
            staging.resize(static_cast<std::size_t>(piece.size));
            device.copy_to_host(staging.data(), piece.data, bytes);
            action(std::span<float>(staging));
            device.copy_to_device(piece.data, staging.data(), bytes);
        }
        end = begin;
    }
}

}  // namespace remo::parallel
