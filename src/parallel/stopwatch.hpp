#pragma once
#include <chrono>

namespace remo::parallel {

/// Adds the time of its scope to a sum of seconds.
class Stopwatch {
  public:
    explicit Stopwatch(double& seconds) : seconds_(seconds) {}
    ~Stopwatch() {
        seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

  private:
    double& seconds_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace remo::parallel
