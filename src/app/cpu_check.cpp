// Runs before main and before the constructors of global objects, which may hold instructions that an older processor
// lacks. So it calls nothing but the system.
#include <unistd.h>

#include <cstring>

#include "remo/base/cpu_features.hpp"

namespace {

void tell(const char* text) {
    if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) _exit(2);
}

[[gnu::constructor(101)]] void check_processor() {
    bool missing = false;
    remo::for_each_missing_cpu_feature([&](const char* name) {
        tell(missing ? ", " : "error: this remo was built for a newer processor than this one, which lacks ");
        tell(name);
        missing = true;
    });
    if (!missing) return;
    tell("; build it on this machine, or with -DREMO_MARCH=x86-64-v3 for all nodes\n");
    _exit(2);
}

}  // namespace
