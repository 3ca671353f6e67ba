#pragma once
/// \file
/// Errors with formatted messages. Kept apart from error.hpp, which GPU compilers see.
#include <fmt/format.h>

#include "remo/base/error.hpp"

namespace remo {

/// Throws the error of a user's mistake (exit status 2).
template <class... Args>
[[noreturn]] void usage_error(fmt::format_string<Args...> format, Args&&... args) {
    throw Error(ExitStatus::usage, fmt::format(format, std::forward<Args>(args)...));
}

/// Throws the error of a failed operation (exit status 1).
template <class... Args>
[[noreturn]] void failure(fmt::format_string<Args...> format, Args&&... args) {
    throw Error(ExitStatus::failure, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace remo
