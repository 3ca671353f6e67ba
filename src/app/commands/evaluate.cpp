#include "remo/app/command.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"

namespace remo::app {

ExitStatus run_evaluate(Environment& environment, const EvaluateOptions&) {
    comm::together(environment.communicator, [] { usage_error("remo evaluate is not built yet"); });
    return ExitStatus::done;
}

}  // namespace remo::app
