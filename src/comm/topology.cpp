#include "remo/comm/topology.hpp"

#include <sched.h>

#include <array>

#include "check.hpp"
#include "remo/base/format.hpp"

namespace remo::comm {
namespace {

/// Beyond this many ranks one line a node tells enough.
constexpr std::size_t most_lines = 32;

/// Lines of ranks on the same host, one for each run of neighbours.
std::vector<std::string> fold(const std::vector<std::string>& hosts, const std::vector<std::string>& places) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < hosts.size();) {
        std::size_t end = begin + 1;
        while (end < hosts.size() && hosts[end] == hosts[begin]) ++end;
        lines.push_back(fmt::format("ranks {}-{} -> {}, {} …", begin, end - 1, hosts[begin], places[begin]));
        begin = end;
    }
    return lines;
}

}  // namespace

LocalPlace local_place(const Communicator& communicator) {
    const Communicator node = communicator.node();
    return {node.rank(), node.size()};
}

std::string bound_cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0) return "unknown";
    std::string text;
    for (int core = 0; core < CPU_SETSIZE; ++core) {
        if (!CPU_ISSET(core, &set)) continue;
        int last = core;
        while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &set)) ++last;
        text += text.empty() ? "" : ",";
        text += last == core ? fmt::format("{}", core) : fmt::format("{}-{}", core, last);
        core = last;
    }
    return text;
}

std::string library_version() {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING + 1> text{};
    int length = 0;
    check(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
    const std::string whole(text.data(), static_cast<std::size_t>(length));
    return whole.substr(0, whole.find_first_of(",\n"));
}

std::vector<std::string> placement_lines(const Communicator& communicator, const std::string& device) {
    const auto hosts = communicator.gather(communicator.host(), 0);
    const auto places = communicator.gather(fmt::format("{}, cores {}", device, bound_cores()), 0);
    if (hosts.size() > most_lines) return fold(hosts, places);
    std::vector<std::string> lines;
    for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
        lines.push_back(fmt::format("rank {} -> {}, {}", rank, hosts[rank], places[rank]));
    }
    return lines;
}

}  // namespace remo::comm
