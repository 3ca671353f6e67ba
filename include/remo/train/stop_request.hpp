#pragma once
/// \file
/// Requests to stop that arrive as signals.
#include <cstddef>
#include <memory>

namespace remo::train {

/// While one exists, SIGTERM, SIGUSR1 and SIGINT set a flag instead of ending the process; a second SIGINT ends it at once.
/// Ranks agree on the flag where they communicate anyway. One at a time, on the main thread.
class StopRequest {
  public:
    StopRequest();
    ~StopRequest();
    StopRequest(const StopRequest&) = delete;
    StopRequest& operator=(const StopRequest&) = delete;

    [[nodiscard]] bool pending() const noexcept;       ///< on this rank
    [[nodiscard]] int signal_number() const noexcept;  ///< the signal that asked, 0 if none

  private:
    std::unique_ptr<std::byte[]> stack_;  ///< that handlers run on
};

}  // namespace remo::train
