#pragma once
/// \file
/// JSON with errors that name the file and place. Key order is kept.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace remo::io {

using Json = nlohmann::ordered_json;

/// Parses `text`; Error(usage) "<origin>:<line>:<column>: …" when it is no JSON.
Json parse_json(std::string_view text, std::string_view origin);

/// As Python's json.dumps(value, indent=2, ensure_ascii=False, sort_keys=sort) prints it, for print(model.config).
std::string to_python_json(const Json& value, bool sort_keys);

}  // namespace remo::io
