#include <algorithm>
#include <span>

#include "remo/base/format.hpp"
#include "remo/models/registry.hpp"

namespace remo::models {

namespace {

std::string line(std::string_view what, std::span<const std::string> names) {
    constexpr std::size_t shown = 8;
    if (names.empty()) return "";
    const auto first = names.first(std::min(shown, names.size()));
    const std::string rest = names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "";
    return fmt::format("\n{} ({}): {}{}", what, names.size(), fmt::join(first, ", "), rest);
}

}  // namespace

std::string LoadReport::text() const {
    return fmt::format("loaded: {} tensors", loaded.size()) + line("newly initialised", newly_initialised) +
           line("ignored", ignored) + line("unexpected", unexpected);
}

}  // namespace remo::models
