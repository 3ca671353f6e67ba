#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "remo/io/json.hpp"

namespace remo::io {

namespace {

/// As Python's repr: the shortest digits that give the number back, with an exponent from 1e16 on and below 1e-4.
std::string python_number(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
    const double size = std::abs(value);
    const bool exponent = size != 0 && (size >= 1e16 || size < 1e-4);
    char digits[64];
    const auto format = exponent ? std::chars_format::scientific : std::chars_format::fixed;
    const auto [end, status] = std::to_chars(digits, digits + sizeof digits, value, format);
    std::string text(digits, end);
    if (!exponent && text.find('.') == std::string::npos) text += ".0";
    return text;
}

void print(std::string& out, const Json& value, bool sort_keys, std::size_t indent);

std::vector<Json::const_iterator> members_of(const Json& object, bool sort_keys) {
    std::vector<Json::const_iterator> members;
    for (auto member = object.begin(); member != object.end(); ++member) members.push_back(member);
    if (sort_keys) std::ranges::sort(members, {}, [](const auto& member) { return member.key(); });
    return members;
}

void print_object(std::string& out, const Json& object, bool sort_keys, std::size_t indent) {
    const char* separator = "{\n";
    for (const auto& member : members_of(object, sort_keys)) {
        out.append(separator).append(indent + 2, ' ');
        out.append(Json(member.key()).dump(-1, ' ', true)).append(": ");
        print(out, *member, sort_keys, indent + 2);
        separator = ",\n";
    }
    out.append("\n").append(indent, ' ').append("}");
}

void print_array(std::string& out, const Json& array, bool sort_keys, std::size_t indent) {
    const char* separator = "[\n";
    for (const Json& element : array) {
        out.append(separator).append(indent + 2, ' ');
        print(out, element, sort_keys, indent + 2);
        separator = ",\n";
    }
    out.append("\n").append(indent, ' ').append("]");
}

void print(std::string& out, const Json& value, bool sort_keys, std::size_t indent) {
    if (value.is_object() && !value.empty()) {
        print_object(out, value, sort_keys, indent);
    } else if (value.is_array() && !value.empty()) {
        print_array(out, value, sort_keys, indent);
    } else if (value.is_number_float()) {
        out += python_number(value.get<double>());
    } else {
        out += value.dump(-1, ' ', true);
    }
}

}  // namespace

std::string to_python_json(const Json& value, bool sort_keys) {
    std::string out;
    print(out, value, sort_keys, 0);
    return out;
}

}  // namespace remo::io
