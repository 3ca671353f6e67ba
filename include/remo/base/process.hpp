#pragma once
/// \file
/// Facts of processes, from /proc.
#include <cstdint>

namespace remo {

/// When a process started, in clock ticks since boot; with its number this names a process for good. 0: unknown.
std::uint64_t process_start_ticks(long pid);

/// Seconds since this process started, launcher's exec included; to about 10 ms. 0: unknown.
double process_age_seconds();

}  // namespace remo
