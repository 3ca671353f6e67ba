#include "remo/base/process.hpp"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

namespace remo {

std::uint64_t process_start_ticks(long pid) {
    std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(in, text);
    const std::size_t name_end = text.rfind(')');  // the name may hold blanks
    if (name_end == std::string::npos) return 0;
    std::istringstream fields(text.substr(name_end + 1));
    std::string skipped;
    for (int field = 3; field < 22; ++field) fields >> skipped;
    std::uint64_t start = 0;
    fields >> start;
    return start;
}

double process_age_seconds() {
    const std::uint64_t start = process_start_ticks(getpid());
    std::timespec now{};
    if (start == 0 || clock_gettime(CLOCK_BOOTTIME, &now) != 0) return 0.0;
    const double uptime = static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
    return uptime - static_cast<double>(start) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace remo
