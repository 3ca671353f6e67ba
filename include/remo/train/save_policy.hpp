#pragma once
/// \file
/// What a failed save means for the run (checkpoint.on_error).
#include <functional>
#include <string>

#include "remo/base/log.hpp"

namespace remo::train {

class SavePolicy {
  public:
    /// \param on_error  "stop" or "continue"
    SavePolicy(const std::string& on_error, Log& log) : goes_on_(on_error == "continue"), log_(log) {}

    /// Collective: saves with `action`, whose failure all ranks know of. True: it is saved. Failed: a warning and false where the
    /// run may go on without `what`, else comm::AgreedError that says what to do.
    bool attempt(const std::string& what, bool required, const std::function<void()>& action) const;

  private:
    bool goes_on_;
    Log& log_;
};

}  // namespace remo::train
