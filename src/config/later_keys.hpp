#pragma once
// Keys that a later version brings: known by name, so that a job file written for it runs here where they do nothing, and is
// refused where they would.
#include <string_view>
#include <vector>

#include "entry.hpp"

namespace remo::config {

/// Names of these keys.
std::vector<std::string_view> later_keys();

/// Whether the entry is one of these keys; Error(usage) when its value is not the one that this version acts by.
bool accept_later_key(const Entry& entry);

/// Error(usage) for a value, not a key, that only a later version knows and whose type differs from what the key holds now.
void refuse_later_value(const Entry& entry);

}  // namespace remo::config
