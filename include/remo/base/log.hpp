#pragma once
/// \file
/// Messages for people, on standard error.
#include <memory>
#include <string_view>

namespace remo {

/// Speaks on rank 0; on the others only what concerns that rank alone (`*_here`). Owned by main, passed by reference.
class Log {
  public:
    /// \param rank  this process's rank; \param ranks  the number of ranks
    /// \param host  named in the messages of a single rank
    Log(int rank, int ranks, std::string_view host);
    ~Log();
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

    void info(std::string_view message);     ///< rank 0 only
    void warning(std::string_view message);  ///< rank 0 only, prefixed "warning: "
    void error(std::string_view message);    ///< rank 0 only, prefixed "error: "
    void warning_here(std::string_view message);  ///< any rank, with rank and host
    void error_here(std::string_view message);    ///< any rank, with rank and host

    [[nodiscard]] bool speaks() const noexcept { return rank_ == 0; }
    /// Whether standard error is a terminal, where a progress line may be redrawn.
    [[nodiscard]] bool on_terminal() const noexcept { return on_terminal_; }

  private:
    struct Sink;
    std::unique_ptr<Sink> sink_;
    int rank_;
    bool on_terminal_;
};

}  // namespace remo
