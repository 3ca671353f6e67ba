#include "remo/app/command.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"

namespace remo::app {

ExitStatus run_convert(Environment& environment, const ConvertOptions&) {
    comm::together(environment.communicator, [] { usage_error("remo convert is not built yet"); });
    return ExitStatus::done;
}

}  // namespace remo::app
