#include "remo/app/command.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"

namespace remo::app {

ExitStatus run_doctor(Environment& environment, const DoctorOptions&) {
    comm::together(environment.communicator, [] { usage_error("remo doctor is not built yet"); });
    return ExitStatus::done;
}

}  // namespace remo::app
