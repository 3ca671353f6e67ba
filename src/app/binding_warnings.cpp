#include <fmt/format.h>

#include <map>
#include <set>

#include "remo/app/surroundings.hpp"

namespace remo::app {

namespace {

constexpr const char* own_core =
    "give each its own core (srun --cpu-bind=cores, mpirun --bind-to core --map-by core)";

/// What the ranks of one host have together.
struct Node {
    std::size_t ranks = 0;
    std::set<int> cores;
};

void warn_of_shared_cores(const std::vector<RankPlace>& ranks, std::vector<std::string>& warnings) {
    std::map<std::string, std::size_t> first_rank;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        const auto& [host, cores, threads] = ranks[rank];
        if (processor_list(cores).size() != 1) continue;
        const auto [place, is_new] = first_rank.emplace(host + ' ' + cores, rank);
        if (is_new) continue;
        warnings.push_back(
            fmt::format("ranks {} and {} on {} are both bound to core {} alone and will take turns; {}",
                        place->second, rank, host, cores, own_core));
    }
}

void warn_of_crowded_nodes(const std::vector<RankPlace>& ranks, std::vector<std::string>& warnings) {
    std::map<std::string, Node> nodes;
    for (const RankPlace& rank : ranks) {
        Node& node = nodes[rank.host];
        ++node.ranks;
        for (const int core : processor_list(rank.cores)) node.cores.insert(core);
    }
    for (const auto& [host, node] : nodes) {
        if (node.cores.empty() || node.ranks <= node.cores.size()) continue;
        warnings.push_back(
            fmt::format("{} ranks on {} share {} core{} and will take turns; start fewer, or {}", node.ranks,
                        host, node.cores.size(), node.cores.size() == 1 ? "" : "s", own_core));
    }
}

void warn_of_threads(const std::vector<RankPlace>& ranks, std::vector<std::string>& warnings) {
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        const std::size_t cores = processor_list(ranks[rank].cores).size();
        if (cores == 0 || ranks[rank].threads <= static_cast<int>(cores)) continue;
        warnings.push_back(
            fmt::format("rank {} on {} computes with {} threads on {} core{}; set OMP_NUM_THREADS={} or give "
                        "it more cores "
                        "(srun --cpus-per-task, mpirun --map-by slot:PE=n)",
                        rank, ranks[rank].host, ranks[rank].threads, cores, cores == 1 ? "" : "s", cores));
    }
}

}  // namespace

std::vector<std::string> binding_warnings(const std::vector<RankPlace>& ranks) {
    std::vector<std::string> warnings;
    warn_of_shared_cores(ranks, warnings);
    warn_of_crowded_nodes(ranks, warnings);
    warn_of_threads(ranks, warnings);
    return warnings;
}

}  // namespace remo::app
