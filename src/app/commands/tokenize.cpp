#include "remo/app/command.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"

namespace remo::app {

ExitStatus run_tokenize(Environment& environment, const TokenizeOptions&) {
    comm::together(environment.communicator, [] { usage_error("remo tokenize is not built yet"); });
    return ExitStatus::done;
}

}  // namespace remo::app
