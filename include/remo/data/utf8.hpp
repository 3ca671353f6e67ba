#pragma once
/// \file
/// Strict UTF-8 checks (no overlong forms, no surrogates, nothing above U+10FFFF) of text that comes from files.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace remo::data {

/// The offset of the first byte that is not valid UTF-8, or npos.
std::size_t find_invalid_utf8(std::string_view text);

/// Replaces each maximal invalid part by U+FFFD, as Python's errors="replace" and the WHATWG decoder do.
/// Returns the number of replacements.
std::int64_t replace_invalid_utf8(std::string& text);

}  // namespace remo::data
