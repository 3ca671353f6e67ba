#include "remo/app/command.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"

namespace remo::app {

ExitStatus run_predict(Environment& environment, const PredictOptions&) {
    comm::together(environment.communicator, [] { usage_error("remo predict is not built yet"); });
    return ExitStatus::done;
}

}  // namespace remo::app
