#include "entry.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <sstream>

#include "remo/base/format.hpp"
#include "remo/base/text_distance.hpp"

namespace remo::config {

namespace {

std::string json_of(const toml::node& node);

std::string json_list(const toml::array& list) {
    std::string text;
    for (const toml::node& item : list) text += (text.empty() ? "" : ", ") + json_of(item);
    return fmt::format("[{}]", text);
}

std::string json_object(const toml::table& table) {
    std::string text;
    for (const auto& [key, node] : table) {
        text +=
            fmt::format("{}{}: {}", text.empty() ? "" : ", ", quoted(std::string(key.str())), json_of(node));
    }
    return fmt::format("{{{}}}", text);
}

/// On one line, numbers in their shortest form.
std::string json_of(const toml::node& node) {
    if (const auto* number = node.as_floating_point()) return number_text(number->get());
    if (const auto* text = node.as_string()) return quoted(text->get());
    if (const auto* list = node.as_array()) return json_list(*list);
    if (const auto* table = node.as_table()) return json_object(*table);
    std::ostringstream out;
    node.visit([&](const auto& value) { out << toml::json_formatter(value); });
    return out.str();
}

Value list_value(const toml::array& list) {
    std::vector<std::string> texts;
    for (const toml::node& item : list) {
        if (!item.is_string()) return OtherValue{};
        texts.push_back(item.as_string()->get());
    }
    return texts;
}

Value value_of(const toml::node& node) {
    if (const auto* flag = node.as_boolean()) return flag->get();
    if (const auto* integer = node.as_integer()) return integer->get();
    if (const auto* number = node.as_floating_point()) return number->get();
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* list = node.as_array()) return list_value(*list);
    return OtherValue{};
}

std::string place_of(const std::string& origin, const toml::source_position& position) {
    return fmt::format("{}:{}:{}", origin, position.line, position.column);
}

[[noreturn]] void unknown_section(const std::string& place, std::string_view name, const toml::node& node,
                                  const std::vector<std::string_view>& sections) {
    if (!node.is_table())
        usage_error("{}: {} stands in no section; keys belong below [train], [data], …", place, name);
    usage_error("{}: unknown section [{}]; did you mean [{}]?", place, name, nearest_name(name, sections));
}

/// Adds the entries of one section; its sub-tables are taken apart as well, to one level.
void add_table(const toml::table& table, const std::string& prefix, const std::string& origin, bool top,
               std::vector<Entry>& entries) {
    for (const auto& [key, node] : table) {
        const std::string name = prefix + "." + std::string(key.str());
        if (top && node.is_table()) {
            add_table(*node.as_table(), name, origin, false, entries);
            continue;
        }
        const auto position = key.source().begin;
        entries.push_back({.key = name,
                           .value = value_of(node),
                           .json = json_of(node),
                           .place = place_of(origin, position),
                           .raw = {},
                           .line = position.line});
    }
}

toml::table parse(std::string_view text, const std::string& origin) {
    try {
        return toml::parse(text, std::string_view(origin));
    } catch (const toml::parse_error& error) {
        usage_error("{}: {}", place_of(origin, error.source().begin), error.description());
    }
}

}  // namespace

std::vector<Entry> read_entries(std::string_view text, const std::string& origin,
                                const std::vector<std::string_view>& sections) {
    const toml::table root = parse(text, origin);
    std::vector<Entry> entries;
    for (const auto& [key, node] : root) {
        const bool known = std::ranges::find(sections, key.str()) != sections.end();
        if (!known || !node.is_table()) {
            unknown_section(place_of(origin, key.source().begin), key.str(), node, sections);
        }
        add_table(*node.as_table(), std::string(key.str()), origin, true, entries);
    }
    std::ranges::stable_sort(entries, {}, &Entry::line);  // the library's tables are sorted by key
    return entries;
}

Entry read_override(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || text.find('.') > equals) {
        usage_error("--set {}: write --set section.key=value", text);
    }
    Entry entry;
    entry.key = text.substr(0, equals);
    entry.raw = text.substr(equals + 1);
    entry.place = "--set";
    toml::table table;
    try {
        table = toml::parse("value = " + entry.raw);
    } catch (const toml::parse_error&) {
        table = toml::table{{"value", entry.raw}};  // a bare word
    }
    entry.value = value_of(*table.get("value"));
    entry.json = json_of(*table.get("value"));
    return entry;
}

std::string quoted(const std::string& text) {
    std::ostringstream out;
    out << toml::toml_formatter(toml::value<std::string>(text), toml::format_flags::allow_unicode_strings);
    return out.str();
}

std::string number_text(double number) {
    std::string text = fmt::format("{}", number);
    if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
    return text;
}

std::string toml_of_json(std::string_view json) {
    std::string toml;
    bool in_string = false, escaped = false;
    for (const char c : json) {
        if (in_string) {
            in_string = escaped || c != '"';
            escaped = !escaped && c == '\\';
            toml += c;
        } else {
            in_string = c == '"';
            toml += c == ':' ? std::string(" =") : std::string(1, c);
        }
    }
    return toml;
}

}  // namespace remo::config
