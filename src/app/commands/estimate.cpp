#include "remo/app/command.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"

namespace remo::app {

ExitStatus run_estimate(Environment& environment, const EstimateOptions&) {
    comm::together(environment.communicator, [] { usage_error("remo estimate comes with a later version"); });
    return ExitStatus::done;
}

}  // namespace remo::app
