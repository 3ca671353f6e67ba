#include "remo/comm/ping.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "check.hpp"
#include "remo/base/format.hpp"

namespace remo::comm {
namespace {

constexpr int small_bytes = 8;
constexpr int small_rounds = 200;
constexpr int large_bytes = 4 << 20;
constexpr int large_rounds = 5;
constexpr int tag = 1;

/// Seconds of one way of a message that goes to `peer` and comes back.
double one_way(const Communicator& communicator, std::vector<std::byte>& message, int peer, bool begins) {
    const int count = static_cast<int>(message.size());
    const auto send = [&] {
        check(MPI_Send(message.data(), count, MPI_BYTE, peer, tag, communicator.handle()), "MPI_Send");
    };
    const auto receive = [&] {
        check(MPI_Recv(message.data(), count, MPI_BYTE, peer, tag, communicator.handle(), MPI_STATUS_IGNORE),
              "MPI_Recv");
    };
    const double start = MPI_Wtime();
    if (begins) send();
    receive();
    if (!begins) send();
    return (MPI_Wtime() - start) / 2.0;
}

std::vector<double> times(const Communicator& communicator, int bytes, int rounds, int peer, bool begins) {
    std::vector<std::byte> message(static_cast<std::size_t>(bytes));
    one_way(communicator, message, peer, begins);  // the first one makes the connection
    std::vector<double> all;
    for (int round = 0; round < rounds; ++round) {
        all.push_back(one_way(communicator, message, peer, begins));
    }
    std::sort(all.begin(), all.end());
    return all;
}

void sum_in_pieces(const Communicator& communicator, std::span<float> values, std::size_t piece) {
    for (std::size_t begin = 0; begin < values.size(); begin += piece) {
        communicator.sum(values.subspan(begin, std::min(piece, values.size() - begin)));
    }
}

std::vector<int> first_ranks(const std::vector<std::string>& hosts) {
    std::vector<int> ranks;
    for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
        if (std::find(hosts.begin(), hosts.begin() + static_cast<std::ptrdiff_t>(rank), hosts[rank]) ==
            hosts.begin() + static_cast<std::ptrdiff_t>(rank)) {
            ranks.push_back(static_cast<int>(rank));
        }
    }
    return ranks;
}

}  // namespace

PingFigures ping(const Communicator& communicator, int first, int second) {
    require(first != second, "a rank does not ping itself");
    std::array<double, 2> figures{};
    const bool begins = communicator.rank() == first;
    if (begins || communicator.rank() == second) {
        const int peer = begins ? second : first;
        const auto small = times(communicator, small_bytes, small_rounds, peer, begins);
        const auto large = times(communicator, large_bytes, large_rounds, peer, begins);
        figures = {small[small.size() / 2], large_bytes / std::max(large.front(), 1e-9)};
    }
    communicator.broadcast(std::span<double>(figures), first);
    return {figures[0], figures[1]};
}

double all_reduce_seconds(const Communicator& communicator, std::size_t bytes, std::size_t piece_bytes) {
    std::vector<float> values(std::max<std::size_t>(1, bytes / sizeof(float)), 1.0f);
    const std::size_t piece = std::max<std::size_t>(1, piece_bytes / sizeof(float));
    sum_in_pieces(communicator, std::span(values).first(std::min(piece, values.size())), piece);
    double best = std::numeric_limits<double>::infinity();
    for (int run = 0; run < 2; ++run) {
        communicator.barrier();
        const double start = MPI_Wtime();
        sum_in_pieces(communicator, values, piece);
        best = std::min(best, communicator.maximum(MPI_Wtime() - start));
    }
    return best;
}

PairsToTry pairs_to_try(const std::vector<std::string>& hosts, std::size_t most) {
    PairsToTry pairs;
    const std::vector<int> leaders = first_ranks(hosts);
    for (const int leader : leaders) {
        const auto next =
            std::find(hosts.begin() + leader + 1, hosts.end(), hosts[static_cast<std::size_t>(leader)]);
        if (next != hosts.end() && pairs.within.size() < most) {
            pairs.within.push_back({leader, static_cast<int>(next - hosts.begin())});
        }
    }
    const std::size_t links = leaders.size() > 2 ? leaders.size() : leaders.size() - 1;
    for (std::size_t i = 0; i < std::min(links, most); ++i) {
        pairs.between.push_back({leaders[i], leaders[(i + 1) % leaders.size()]});
    }
    return pairs;
}

}  // namespace remo::comm
