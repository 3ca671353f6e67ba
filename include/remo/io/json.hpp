#pragma once
/// \file
/// JSON with errors that name the file and place. Key order is kept.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace remo::io {

using Json = nlohmann::ordered_json;

/// A callback for Json::parse that throws std::length_error beyond 200 levels of brackets: far beyond any use, and it keeps
/// whatever walks down a value from exhausting the stack.
bool refuse_deep_nesting(int depth, Json::parse_event_t event, Json& parsed);

/// Parses `text`; Error(usage) "<origin>:<line>:<column>: …" when it is no JSON. Of members of one name the last counts,
/// as in Python.
Json parse_json(std::string_view text, std::string_view origin);

/// As Python's json.dumps(value, indent=2, sort_keys=sort_keys) prints it, for print(model.config): floats as their repr,
/// characters beyond ASCII as escapes.
std::string to_python_json(const Json& value, bool sort_keys);

}  // namespace remo::io
