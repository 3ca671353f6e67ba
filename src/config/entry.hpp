#pragma once
// Keys with their values, as a job file or the command line gives them. Only entry.cpp knows the TOML library.
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace remo::config {

/// A value of a kind that no key has by itself: a date, a table, a list that isn't of strings.
struct OtherValue {
    bool operator==(const OtherValue&) const = default;
};

using Value = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>, OtherValue>;

struct Entry {
    std::string key;  ///< "train.global_batch_size"
    Value value;
    std::string json;   ///< the value as JSON text
    std::string place;  ///< "job.toml:12:1", or "--set": where messages point
    std::string raw;    ///< --set only: the value as typed, which a string key takes as it is
    std::int64_t line = 0;
};

/// The keys of all sections, in the order of the text. A section's sub-table ([model.config]) is taken apart as well, what
/// is below it is not. Error(usage) for a TOML mistake and for a section that isn't in `sections`.
std::vector<Entry> read_entries(std::string_view text, const std::string& origin,
                                const std::vector<std::string_view>& sections);

/// One "section.key=value"; a value that isn't TOML is a string.
Entry read_override(const std::string& text);

/// A string as a basic string of TOML, which JSON reads as well.
std::string quoted(const std::string& text);

/// The shortest text that gives the same number, never without a point or exponent.
std::string number_text(double number);

/// The JSON text of an Entry as a TOML value.
std::string toml_of_json(std::string_view json);

}  // namespace remo::config
