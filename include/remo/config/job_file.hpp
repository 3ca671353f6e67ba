#pragma once
/// \file
/// Reading and printing of job files.
#include <filesystem>
#include <span>
#include <string>

#include "remo/config/job.hpp"

namespace remo::config {

/// Parses TOML text with `--set section.key=value` overrides on top and checks every value. Error(usage) names
/// "<origin>:<line>:<column>", the key, and for an unknown key the nearest known one. Keys and values that a later version
/// brings are refused by name.
Job parse_job(std::string_view text, const std::string& origin, std::span<const std::string> overrides = {});
Job read_job(const std::filesystem::path& path, std::span<const std::string> overrides = {});

/// The whole effective job as TOML, every key with its value and a comment: what --print-config shows and job.toml holds.
std::string print_job(const Job& job);

/// The keys whose values differ, as "section.key: a -> b", for resume; `only_maths` leaves out keys that do not change what
/// is computed (run.output, checkpoint.*, watchdog, …).
std::vector<std::string> differing_keys(const Job& a, const Job& b, bool only_maths);

}  // namespace remo::config
