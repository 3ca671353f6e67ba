#include "remo/app/command.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"

namespace remo::app {

ExitStatus run_train(Environment& environment, const TrainOptions&) {
    comm::together(environment.communicator, [] { usage_error("remo train is not built yet"); });
    return ExitStatus::done;
}

}  // namespace remo::app
