#include "remo/base/process.hpp"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

namespace remo {

namespace {

struct ProcessFacts {
    char state = '?';  ///< 'Z': it has ended, and its parent has not asked for its status yet
    std::uint64_t start = 0;
};

ProcessFacts facts_of(long pid) {
    std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(in, text);
    const std::size_t name_end = text.rfind(')');  // the name may hold blanks
    ProcessFacts facts;
    if (name_end == std::string::npos) return facts;
    std::istringstream fields(text.substr(name_end + 1));
    fields >> facts.state;
    std::string skipped;
    for (int field = 4; field < 22; ++field) fields >> skipped;
    fields >> facts.start;
    return facts;
}

}  // namespace

std::uint64_t process_start_ticks(long pid) {
    return facts_of(pid).start;
}

bool process_runs(long pid, std::uint64_t start) {
    if (kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH) return false;
    const ProcessFacts facts = facts_of(pid);
    if (facts.state == 'Z' || facts.state == 'X') return false;
    return start == 0 || facts.start == 0 || facts.start == start;
}

double process_age_seconds() {
    const std::uint64_t start = process_start_ticks(getpid());
    std::timespec now{};
    if (start == 0 || clock_gettime(CLOCK_BOOTTIME, &now) != 0) return 0.0;
    const double uptime = static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
    return uptime - static_cast<double>(start) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace remo
