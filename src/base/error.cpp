#include "remo/base/error.hpp"

namespace remo {

void require(bool condition, std::string_view message) {
    if (!condition) throw Error(ExitStatus::failure, std::string(message));
}

}  // namespace remo
