#include "remo/app/command.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"

namespace remo::app {

ExitStatus run_prepare(Environment& environment, const PrepareOptions&) {
    comm::together(environment.communicator, [] { usage_error("remo prepare is not built yet"); });
    return ExitStatus::done;
}

}  // namespace remo::app
