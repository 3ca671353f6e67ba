#pragma once
/// \file
/// The OpenMP runtime that libraries such as oneDNN bring along.

namespace remo {

/// Limits the OpenMP runtime in this process, if there is one, to `threads` for parallel regions of the
/// calling thread.
void limit_openmp_threads(int threads);

}  // namespace remo
