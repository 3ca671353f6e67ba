#pragma once
/// \file
/// From the command line to a command.
#include <functional>
#include <string>

#include "remo/app/command.hpp"

namespace remo::app {

/// What the command line asks for: text that answers it at once (--help, --version), or a command to run.
struct Invocation {
    std::string output;   ///< for standard output; empty when there is a command
    std::string command;  ///< "train", …
    std::function<ExitStatus(Environment&)> run;
};

/// Error(usage) for a mistake, with the command to ask for help.
Invocation parse_command_line(int argc, const char* const* argv);

}  // namespace remo::app
