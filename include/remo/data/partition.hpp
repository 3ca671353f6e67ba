#pragma once
/// \file
/// Which samples make which update, and which rank computes which of them. Pure functions of seed, epoch and lengths.
#include <cstdint>
#include <span>
#include <vector>

namespace remo::data {

/// The order of the samples in an epoch: a permutation drawn from (seed, epoch), or 0 … size-1.
std::vector<std::int64_t> epoch_order(std::int64_t size, std::uint64_t seed, std::int64_t epoch,
                                      bool shuffle);

/// Splits the samples of one global batch over `ranks` so that the ranks' tokens are as equal as a greedy
/// longest-first choice makes them. Returns per rank the positions in `lengths`, ascending. Some may be empty.
std::vector<std::vector<std::int32_t>> balanced_shares(std::span<const std::int32_t> lengths, int ranks);

/// Cuts a share into micro-batches of at most `max_tokens` tokens (one longer sequence makes a micro-batch of its own),
/// as few and as equal as can be. Returns positions in `lengths`.
std::vector<std::vector<std::int32_t>> micro_batches(std::span<const std::int32_t> lengths,
                                                     std::int64_t max_tokens);

}  // namespace remo::data
