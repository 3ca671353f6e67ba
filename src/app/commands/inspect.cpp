#include "remo/app/command.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"

namespace remo::app {

ExitStatus run_inspect(Environment& environment, const InspectOptions&) {
    comm::together(environment.communicator, [] { usage_error("remo inspect is not built yet"); });
    return ExitStatus::done;
}

}  // namespace remo::app
