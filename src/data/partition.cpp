#include "remo/data/partition.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <queue>
#include <utility>

#include "remo/base/error.hpp"
#include "remo/base/random.hpp"

namespace remo::data {
namespace {

using Positions = std::vector<std::int32_t>;
using Groups = std::vector<Positions>;

Positions longest_first(std::span<const std::int32_t> lengths, Positions positions) {
    std::ranges::stable_sort(positions,
                             [&](std::int32_t a, std::int32_t b) { return lengths[a] > lengths[b]; });
    return positions;
}

Positions all_positions(std::size_t size) {
    Positions positions(size);
    std::iota(positions.begin(), positions.end(), 0);
    return positions;
}

// Greedy: the next longest goes to the group with the fewest tokens (Graham's LPT rule); ties to the lowest group.
Groups spread(std::span<const std::int32_t> lengths, const Positions& sorted, std::size_t count) {
    using Load = std::pair<std::int64_t, std::size_t>;  // tokens, group
    std::priority_queue<Load, std::vector<Load>, std::greater<>> least;
    for (std::size_t group = 0; group < count; ++group) least.emplace(0, group);
    Groups groups(count);
    for (const std::int32_t position : sorted) {
        const auto [tokens, group] = least.top();
        least.pop();
        groups[group].push_back(position);
        least.emplace(tokens + lengths[position], group);
    }
    for (Positions& group : groups) std::ranges::sort(group);
    return groups;
}

std::int64_t tokens_of(std::span<const std::int32_t> lengths, const Positions& positions) {
    std::int64_t tokens = 0;
    for (const std::int32_t position : positions) tokens += lengths[position];
    return tokens;
}

bool all_fit(std::span<const std::int32_t> lengths, const Groups& groups, std::int64_t max_tokens) {
    return std::ranges::all_of(groups,
                               [&](const Positions& g) { return tokens_of(lengths, g) <= max_tokens; });
}

// First-fit decreasing: seldom one group more than need be, but unequal.
Groups first_fit(std::span<const std::int32_t> lengths, const Positions& sorted, std::int64_t max_tokens) {
    Groups groups;
    std::vector<std::int64_t> room;
    for (const std::int32_t position : sorted) {
        const std::int32_t length = lengths[position];
        auto at = std::ranges::find_if(room, [&](std::int64_t left) { return left >= length; });
        if (at == room.end()) {
            groups.emplace_back();
            at = room.insert(room.end(), max_tokens);
        }
        *at -= length;
        groups[static_cast<std::size_t>(at - room.begin())].push_back(position);
    }
    for (Positions& group : groups) std::ranges::sort(group);
    return groups;
}

Groups fewest_groups(std::span<const std::int32_t> lengths, const Positions& sorted,
                     std::int64_t max_tokens) {
    const std::int64_t total = tokens_of(lengths, sorted);
    const auto least =
        static_cast<std::size_t>(std::max<std::int64_t>(1, (total + max_tokens - 1) / max_tokens));
    Groups fallback = least == 1 ? Groups{} : first_fit(lengths, sorted, max_tokens);
    for (std::size_t count = least; count <= std::max(least, fallback.size()); ++count) {
        Groups groups = spread(lengths, sorted, count);
        if (all_fit(lengths, groups, max_tokens)) return groups;
    }
    return fallback;
}

}  // namespace

std::vector<std::int64_t> epoch_order(std::int64_t size, std::uint64_t seed, std::int64_t epoch,
                                      bool shuffle) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(size));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    if (!shuffle) return order;
    RandomStream random(random_key(seed, RandomUse::data_order, static_cast<std::uint64_t>(epoch)));
    for (std::size_t left = order.size(); left > 1; --left)
        std::swap(order[left - 1], order[random.below(left)]);
    return order;
}

std::vector<std::vector<std::int32_t>> balanced_shares(std::span<const std::int32_t> lengths, int ranks) {
    require(ranks > 0, "balanced_shares: the number of ranks must be positive");
    return spread(lengths, longest_first(lengths, all_positions(lengths.size())),
                  static_cast<std::size_t>(ranks));
}

std::vector<std::vector<std::int32_t>> micro_batches(std::span<const std::int32_t> lengths,
                                                     std::int64_t max_tokens) {
    Groups result;
    Positions usual;
    for (const std::int32_t position : all_positions(lengths.size())) {
        if (lengths[position] > max_tokens)
            result.push_back({position});
        else
            usual.push_back(position);
    }
    if (!usual.empty()) {
        Groups groups = fewest_groups(lengths, longest_first(lengths, std::move(usual)), max_tokens);
        std::erase_if(groups, [](const Positions& group) { return group.empty(); });
        std::ranges::move(groups, std::back_inserter(result));
    }
    std::ranges::sort(result, {}, [](const Positions& group) { return group.front(); });
    return result;
}

}  // namespace remo::data
