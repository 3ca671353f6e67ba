#include "field.hpp"

#include <cmath>

#include "remo/base/format.hpp"

namespace remo::config {

namespace {

[[noreturn]] void wrong_type(const Entry& entry, std::string_view wanted) {
    usage_error("{}: {} wants {}, not {}", entry.place, entry.key, wanted, entry.json);
}

}  // namespace

void convert(const Entry& entry, bool& target) {
    const auto* value = std::get_if<bool>(&entry.value);
    if (value == nullptr) wrong_type(entry, "true or false");
    target = *value;
}

void convert(const Entry& entry, std::int64_t& target) {
    const auto* value = std::get_if<std::int64_t>(&entry.value);
    if (value == nullptr) wrong_type(entry, "an integer");
    target = *value;
}

void convert(const Entry& entry, double& target) {
    if (const auto* integer = std::get_if<std::int64_t>(&entry.value)) {
        target = static_cast<double>(*integer);
        return;
    }
    const auto* value = std::get_if<double>(&entry.value);
    if (value == nullptr || !std::isfinite(*value)) wrong_type(entry, "a number");
    target = *value;
}

void convert(const Entry& entry, std::string& target) {
    const auto* value = std::get_if<std::string>(&entry.value);
    if (value == nullptr && entry.raw.empty()) wrong_type(entry, "a string in quotes");
    target = value != nullptr ? *value : entry.raw;
}

void convert(const Entry& entry, std::vector<std::string>& target) {
    if (const auto* list = std::get_if<std::vector<std::string>>(&entry.value)) {
        target = *list;
    } else if (const auto* text = std::get_if<std::string>(&entry.value)) {
        target.clear();
        if (!text->empty()) target.push_back(*text);
    } else {
        wrong_type(entry, "a string or a list of strings");
    }
}

std::string toml_text(bool value) {
    return value ? "true" : "false";
}

std::string toml_text(std::int64_t value) {
    return fmt::format("{}", value);
}

std::string toml_text(double value) {
    return number_text(value);
}

std::string toml_text(const std::string& value) {
    return quoted(value);
}

std::string toml_text(const std::vector<std::string>& value) {
    if (value.size() == 1) return quoted(value.front());
    std::string items;
    for (const std::string& item : value) items += (items.empty() ? "" : ", ") + quoted(item);
    return fmt::format("[{}]", items);
}

Check<std::int64_t> at_least(std::int64_t bound) {
    return
        [=](std::int64_t value) { return value >= bound ? "" : fmt::format("must be at least {}", bound); };
}

Check<double> not_negative() {
    return [](double value) { return value >= 0.0 ? "" : "must not be negative"; };
}

Check<double> above_zero() {
    return [](double value) { return value > 0.0 ? "" : "must be above 0"; };
}

Check<double> between(double low, double high) {
    return [=](double value) {
        return value >= low && value <= high ? "" : fmt::format("must lie between {} and {}", low, high);
    };
}

Check<double> from_0_to_below_1() {
    return [](double value) { return value >= 0.0 && value < 1.0 ? "" : "must be at least 0 and below 1"; };
}

Check<std::string> one_of(std::initializer_list<std::string_view> known) {
    return [names = std::vector<std::string_view>(known)](const std::string& value) -> std::string {
        std::string list;
        for (const std::string_view name : names) {
            if (value == name) return "";
            list += fmt::format("{}{}", list.empty() ? "" : ", ", name.empty() ? "\"\"" : name);
        }
        return fmt::format("is not supported by this version; it knows {}", list);
    };
}

Check<std::vector<std::string>> at_most(std::size_t items) {
    return [=](const std::vector<std::string>& value) -> std::string {
        if (value.size() <= items) return "";
        if (items == 0) return "is not supported by this version; leave it empty";
        return fmt::format("may name at most {}", items);
    };
}

void refuse_if(const std::string& problem, const Entry& entry) {
    if (!problem.empty()) usage_error("{}: {} = {} {}", entry.place, entry.key, entry.json, problem);
}

}  // namespace remo::config
