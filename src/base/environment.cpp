#include "remo/base/environment.hpp"

#include <cstdlib>

namespace remo {

EnvironmentLookup process_environment() {
    return [](const std::string& name) -> std::optional<std::string> {
        const char* value = std::getenv(name.c_str());
        if (value == nullptr) return std::nullopt;
        return value;
    };
}

}  // namespace remo
