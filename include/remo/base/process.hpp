#pragma once
/// \file
/// Facts of processes, from /proc.
#include <cstdint>

namespace remo {

/// When a process started, in clock ticks since boot; with its number this names a process for good. 0: unknown.
std::uint64_t process_start_ticks(long pid);

/// Whether the process of this number and start (0: unknown) runs on this host. One that has ended does not, even while its
/// parent has not asked for its status (in a container without an init process that may be for ever).
bool process_runs(long pid, std::uint64_t start);

/// Seconds since this process started, launcher's exec included; to about 10 ms. 0: unknown.
double process_age_seconds();

}  // namespace remo
