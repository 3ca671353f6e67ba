// What all strategies share, and their explicit list.
#include "remo/parallel/strategy.hpp"

#include "allreduce_strategy.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/kernels/reduce.hpp"
#include "remo/parallel/broadcast.hpp"
#include "root_strategy.hpp"

namespace remo::parallel {

void Strategy::broadcast_parameters(Device& device, ParameterStore& store) {
    parallel::broadcast_parameters(communicator_, device, store);
}

void Strategy::check_replicas(Device& device, const ParameterStore& store) {
    const std::uint64_t own = kernels::checksum(device, store.values());
    const auto sums = communicator_.all_gather(std::span<const std::uint64_t>(&own, 1));
    for (std::size_t rank = 1; rank < sums.size(); ++rank) {
        if (sums[rank] != sums[0]) {
            // All ranks have the same sums, so that all find this without asking.
            throw comm::AgreedError(
                ExitStatus::failure,
                fmt::format(
                    "the replicas differ: rank {}'s parameters are not those of rank 0; the memory or "
                    "the MPI library of its node may be faulty; resume from the last checkpoint on other "
                    "nodes",
                    rank));
        }
    }
}

std::unique_ptr<Strategy> make_strategy(const StrategyOptions& options,
                                        const optim::OptimizerOptions& optimizer,
                                        const comm::Communicator& communicator, Device& device,
                                        const ParameterStore& store) {
    if (options.name == "allreduce") {
        return std::make_unique<AllreduceStrategy>(communicator, options,
                                                   optim::make_optimizer(optimizer, device, store));
    }
    if (options.name == "root") {
        if (options.root_rank < 0 || options.root_rank >= communicator.size()) {
            usage_error("parallel.root_rank = {}: this job has the ranks 0 to {}", options.root_rank,
                        communicator.size() - 1);
        }
        const bool holds = communicator.rank() == options.root_rank;
        return std::make_unique<RootStrategy>(
            communicator, options, holds ? optim::make_optimizer(optimizer, device, store) : nullptr);
    }
    usage_error("parallel.strategy = \"{}\" is not known; the strategies are allreduce and root",
                options.name);
}

}  // namespace remo::parallel
