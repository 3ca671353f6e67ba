#include "config_reader.hpp"

#include <algorithm>

#include "remo/base/format.hpp"

namespace remo::models {

Index ConfigReader::count(std::string_view key) const {
    const io::Json& value = at(key);
    if (!value.is_number_integer() || value.get<Index>() < 1) {
        usage_error("{}: {} must be a whole number above 0, not {}", origin, key, value.dump());
    }
    return value.get<Index>();
}

double ConfigReader::number(std::string_view key, double low, double high) const {
    const io::Json& value = at(key);
    if (!value.is_number() || value.get<double>() < low || value.get<double>() > high) {
        usage_error("{}: {} must be a number from {} to {}, not {}", origin, key, low, high, value.dump());
    }
    return value.get<double>();
}

double ConfigReader::dropout(std::string_view key) const {
    const double probability = number(key, 0.0, 1.0);
    if (probability == 1.0) usage_error("{}: {} must be below 1", origin, key);
    return probability;
}

std::string ConfigReader::one_of(std::string_view key, std::initializer_list<std::string_view> known) const {
    const io::Json& value = at(key);
    const bool found =
        value.is_string() && std::count(known.begin(), known.end(), value.get<std::string>()) > 0;
    if (!found) {
        usage_error("{}: {} is {}, but remo knows only {}", origin, key, value.dump(),
                    fmt::join(known, ", "));
    }
    return value.get<std::string>();
}

void ConfigReader::refuse_unless(std::string_view key, const io::Json& only, std::string_view reason) const {
    const auto found = json.find(std::string(key));
    if (found == json.end() || found->is_null() || *found == only) return;
    usage_error("{}: {} is {}, but remo only computes with {}: {}", origin, key, found->dump(), only.dump(),
                reason);
}

}  // namespace remo::models
