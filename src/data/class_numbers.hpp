#pragma once
// From label texts to class indices.
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

namespace remo::data {

// The index of a class for a label text, by name or, with default names (LABEL_i), by number.
class ClassNumbers {
  public:
    ClassNumbers(std::span<const std::string> names, bool names_are_default)
        : count_(names.size()), by_index_(names_are_default) {
        for (std::size_t i = 0; i < names.size(); ++i)
            by_name_.try_emplace(names[i], static_cast<std::int32_t>(i));
    }

    [[nodiscard]] std::optional<std::int32_t> find(const std::string& label) const {
        if (const auto at = by_name_.find(label); at != by_name_.end()) return at->second;
        std::int32_t index = 0;
        const auto [end, error] = std::from_chars(label.data(), label.data() + label.size(), index);
        const bool whole = error == std::errc() && end == label.data() + label.size();
        if (!by_index_ || !whole || index < 0 || static_cast<std::size_t>(index) >= count_)
            return std::nullopt;
        return index;
    }

  private:
    std::unordered_map<std::string, std::int32_t> by_name_;
    std::size_t count_;
    bool by_index_;
};

}  // namespace remo::data
