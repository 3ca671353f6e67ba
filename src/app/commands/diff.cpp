#include "remo/app/command.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"

namespace remo::app {

ExitStatus run_diff(Environment& environment, const DiffOptions&) {
    comm::together(environment.communicator, [] { usage_error("remo diff is not built yet"); });
    return ExitStatus::done;
}

}  // namespace remo::app
