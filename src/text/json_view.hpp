#pragma once
/// \file
/// JSON values that know their file and key, for messages.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "remo/base/format.hpp"

namespace remo::text {

/// Objects as trees, not in the file's order: a vocabulary of 30,000 keys must be read in milliseconds.
using Json = nlohmann::json;

/// Error(usage) "<file>:<line>:<column>: …" when `text` is no JSON.
Json parse_json(std::string_view text, const std::string& file);

/// A value inside a JSON file. It does not own the value.
class JsonView {
  public:
    JsonView(const Json& value, std::string file, std::string key)
        : value_(&value), file_(std::move(file)), key_(std::move(key)) {}

    [[nodiscard]] const Json& value() const { return *value_; }
    [[nodiscard]] const std::string& file() const { return file_; }
    [[nodiscard]] const std::string& key() const { return key_; }

    /// The member `name`; Error(usage) when there is none or this is no object.
    [[nodiscard]] JsonView at(const std::string& name) const;
    /// The member `name`, or nothing when it is absent or null.
    [[nodiscard]] std::optional<JsonView> find(const std::string& name) const;
    [[nodiscard]] JsonView element(std::size_t index) const;

    [[nodiscard]] const std::string& string() const;
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] std::int32_t non_negative()
        const;  ///< an integer from 0 to 2^31 - 2: one more must fit, too
    [[nodiscard]] std::size_t array_size() const;
    void require_object() const;

    [[nodiscard]] std::string string_or(const std::string& name, const std::string& otherwise) const;
    [[nodiscard]] bool boolean_or(const std::string& name, bool otherwise) const;

    /// Throws Error(usage) "<file>: key `a.b`: <message>".
    [[noreturn]] void refuse(std::string_view message) const {
        if (key_.empty()) usage_error("{}: {}", file_, message);
        usage_error("{}: key `{}`: {}", file_, key_, message);
    }

  private:
    [[noreturn]] void wrong_type(std::string_view expected) const;
    [[nodiscard]] std::string path_to(const std::string& name) const {
        return key_.empty() ? name : key_ + "." + name;
    }

    const Json* value_;
    std::string file_, key_;
};

}  // namespace remo::text
