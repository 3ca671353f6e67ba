#include "remo/train/save_policy.hpp"

#include <fmt/format.h>

#include "remo/comm/agreement.hpp"

namespace remo::train {

bool SavePolicy::attempt(const std::string& what, bool required, const std::function<void()>& action) const {
    try {
        action();
        return true;
    } catch (const comm::AgreedError& error) {
        if (error.status() != ExitStatus::failure) throw;
        if (goes_on_ && !required) {
            log_.warning(
                fmt::format("{}; {} is not saved, what was saved before stays as it is, and training goes on "
                            "(checkpoint.on_error = \"continue\")",
                            error.what(), what));
            return false;
        }
        throw comm::AgreedError(
            error.status(),
            fmt::format("{}; {} is not saved, what was saved before stays as it is: free space or mend the "
                        "file system, then run the same command again to go on from the newest checkpoint",
                        error.what(), what));
    }
}

}  // namespace remo::train
