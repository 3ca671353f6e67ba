#pragma once
/// \file
/// What an attribute of an HDF5 object holds.
#include <cstdint>
#include <string>
#include <variant>

namespace remo::io {

using Attribute = std::variant<std::int64_t, double, std::string>;

}  // namespace remo::io
