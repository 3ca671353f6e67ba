#pragma once
/// \file
/// What every command is given: MPI, the device, and a log. Made once, by main.
#include "remo/app/launch_check.hpp"
#include "remo/base/log.hpp"
#include "remo/comm/communicator.hpp"
#include "remo/comm/session.hpp"
#include "remo/tensor/device.hpp"

namespace remo::app {

/// Collective to make and to destroy. Members are destroyed in reverse order, MPI last.
struct Environment {
    Environment(Launch how, int* argc, char*** argv);

    Launch launch;
    comm::Session session;
    comm::Communicator communicator;
    Device device;
    Log log;
};

}  // namespace remo::app
