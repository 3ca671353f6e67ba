#include "remo/train/run_directory.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "remo/base/format.hpp"

namespace remo::train {
namespace {

constexpr std::string_view prefix = "update-";
constexpr std::string_view suffix = ".h5";

/// The number in "update-00000500.h5", or -1 for any other name.
std::int64_t update_of(std::string_view name) {
    if (!name.starts_with(prefix) || !name.ends_with(suffix)) return -1;
    name.remove_prefix(prefix.size());
    name.remove_suffix(suffix.size());
    std::int64_t update = -1;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), update);
    return error == std::errc{} && end == name.data() + name.size() ? update : -1;
}

}  // namespace

std::filesystem::path RunDirectory::checkpoint(std::int64_t update) const {
    return checkpoints() / fmt::format("{}{:08}{}", prefix, update, suffix);
}

std::vector<std::int64_t> RunDirectory::checkpoint_updates() const {
    std::vector<std::int64_t> updates;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(checkpoints(), error)) {
        const std::int64_t update = update_of(entry.path().filename().string());
        if (update >= 0) updates.push_back(update);
    }
    std::sort(updates.begin(), updates.end());
    return updates;
}

}  // namespace remo::train
