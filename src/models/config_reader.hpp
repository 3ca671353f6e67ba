#pragma once
/// \file
/// Typed access to the effective configuration; every error names file, key and value.
#include <initializer_list>
#include <string>
#include <string_view>

#include "remo/io/json.hpp"
#include "remo/tensor/matrix.hpp"

namespace remo::models {

struct ConfigReader {
    const io::Json& json;
    std::string_view origin;

    [[nodiscard]] const io::Json& at(std::string_view key) const { return json.at(std::string(key)); }
    [[nodiscard]] Index count(std::string_view key) const;  ///< a whole number above 0
    [[nodiscard]] double number(std::string_view key, double low, double high) const;
    [[nodiscard]] double dropout(std::string_view key) const;  ///< a probability below 1
    [[nodiscard]] std::string one_of(std::string_view key,
                                     std::initializer_list<std::string_view> known) const;
    /// Refuses a value that would change the computation in a way that is not there.
    void refuse_unless(std::string_view key, const io::Json& only, std::string_view reason) const;
};

}  // namespace remo::models
