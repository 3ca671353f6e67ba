#pragma once
/// \file
/// Environment variables, as a function so that tests can give their own.
#include <functional>
#include <optional>
#include <string>

namespace remo {

/// Looks up an environment variable; nothing when it is not set.
using EnvironmentLookup = std::function<std::optional<std::string>(const std::string&)>;

/// This process's environment.
EnvironmentLookup process_environment();

}  // namespace remo
