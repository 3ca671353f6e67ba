#include "remo/app/network_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "remo/comm/ping.hpp"
#include "remo/config/job.hpp"

namespace remo::app {

namespace {

constexpr std::size_t gradient_bytes = 16 << 20;
constexpr std::size_t most_pairs = 8;

/// Every rank's host, on all ranks.
std::vector<std::string> all_hosts(const comm::Communicator& communicator) {
    auto hosts = communicator.gather(communicator.host(), 0);
    std::string text;
    for (const std::string& host : hosts) text += host + '\n';
    communicator.broadcast(text, 0);
    hosts.clear();
    for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
        hosts.push_back(text.substr(begin, text.find('\n', begin) - begin));
    }
    return hosts;
}

std::string pair_line(const std::string& label, const comm::PingFigures& figures) {
    return fmt::format("{}: latency {:.1f} us, bandwidth {:.2f} GB/s", label, 1e6 * figures.latency_seconds,
                       1e-9 * figures.bytes_per_second);
}

std::string all_reduce_line(const std::vector<PieceTime>& times, double advised) {
    std::string text =
        fmt::format("all-reduce of {} MiB over all ranks, GB/s by size of pieces:", gradient_bytes >> 20);
    for (const PieceTime& time : times) {
        text += fmt::format(" {} MiB {:.2f},", time.mebibytes,
                            1e-9 * static_cast<double>(gradient_bytes) / time.seconds);
    }
    text.back() = ';';
    return text + fmt::format(" parallel.bucket_mib = {} suits", advised);
}

}  // namespace

double advised_bucket(const std::vector<PieceTime>& times, double default_mebibytes) {
    const auto best =
        std::min_element(times.begin(), times.end(),
                         [](const PieceTime& a, const PieceTime& b) { return a.seconds < b.seconds; });
    const auto usual = std::find_if(times.begin(), times.end(), [&](const PieceTime& time) {
        return time.mebibytes == default_mebibytes;
    });
    if (best == times.end()) return default_mebibytes;
    if (usual != times.end() && usual->seconds <= 1.1 * best->seconds) return default_mebibytes;
    return best->mebibytes;
}

std::vector<std::string> network_report(const comm::Communicator& communicator) {
    std::vector<std::string> lines;
    if (communicator.size() < 2) return lines;
    const auto hosts = all_hosts(communicator);
    const auto host = [&](int rank) { return hosts[static_cast<std::size_t>(rank)]; };
    const comm::PairsToTry pairs = comm::pairs_to_try(hosts, most_pairs);
    for (const auto& [first, second] : pairs.within) {
        const auto figures = comm::ping(communicator, first, second);
        lines.push_back(pair_line(fmt::format("within a host ({})", host(first)), figures));
    }
    for (const auto& [first, second] : pairs.between) {
        const auto figures = comm::ping(communicator, first, second);
        lines.push_back(pair_line(fmt::format("between hosts ({}, {})", host(first), host(second)), figures));
    }
    std::vector<PieceTime> times;
    for (const double mebibytes : {0.25, 1.0, 4.0, 16.0}) {
        const auto piece = static_cast<std::size_t>(mebibytes * (1 << 20));
        times.push_back({mebibytes, comm::all_reduce_seconds(communicator, gradient_bytes, piece)});
    }
    lines.push_back(all_reduce_line(times, advised_bucket(times, config::ParallelSection{}.bucket_mib)));
    return lines;
}

}  // namespace remo::app
