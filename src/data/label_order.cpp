#include "remo/data/label_order.hpp"

#include <algorithm>
#include <charconv>
#include <compare>
#include <optional>

namespace remo::data {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Plain decimal numbers only: "nan", "inf" and "0x1" are texts.
std::optional<double> plain_number(std::string_view text) {
    const std::string_view body = text.starts_with('-') ? text.substr(1) : text;
    if (body.empty() || !is_digit(body.front())) return std::nullopt;
    if (!std::ranges::all_of(body, [](char c) { return is_digit(c) || c == '.'; })) return std::nullopt;
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::string_view take_digits(std::string_view& text) {
    const auto end = std::ranges::find_if_not(text, is_digit);
    const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(digits.size());
    return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

// Digit runs without leading zeros: the longer one is the larger number.
int compare_digits(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
    return a.compare(b);
}

int compare_texts(std::string_view a, std::string_view b) {
    while (!a.empty() && !b.empty()) {
        if (is_digit(a.front()) && is_digit(b.front())) {
            const int order = compare_digits(take_digits(a), take_digits(b));
            if (order != 0) return order;
            continue;
        }
        if (a.front() != b.front())
            return static_cast<unsigned char>(a.front()) < static_cast<unsigned char>(b.front()) ? -1 : 1;
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    return static_cast<int>(!a.empty()) - static_cast<int>(!b.empty());
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
    const std::optional<double> first = plain_number(a);
    const std::optional<double> second = plain_number(b);
    if (first.has_value() != second.has_value()) return first.has_value();
    if (first && *first != *second) return *first < *second;
    if (!first) {
        const int order = compare_texts(a, b);
        if (order != 0) return order < 0;
    }
    return a < b;
}

}  // namespace remo::data
