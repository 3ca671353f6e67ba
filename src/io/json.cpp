#include "remo/io/json.hpp"

#include <algorithm>

#include "remo/base/format.hpp"

namespace remo::io {

namespace {

constexpr int deepest_level = 200;

struct Place {
    std::size_t line = 1;
    std::size_t column = 1;
};

/// The place of the character at `offset`; columns count bytes.
Place place_of(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
    return {1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')),
            1 + before.size() - start};
}

/// The library's reason without its own code and place.
std::string reason_of(const std::exception& error) {
    const std::string text = error.what();
    const std::size_t column = text.find("column ");
    const std::size_t end = column == std::string::npos ? text.find("] ") : text.find(": ", column);
    return end == std::string::npos ? text : text.substr(end + 2);
}

}  // namespace

bool refuse_deep_nesting(int depth, Json::parse_event_t /*event*/, Json& /*parsed*/) {
    if (depth > deepest_level) throw std::length_error("more than 200 levels of brackets");
    return true;
}

Json parse_json(std::string_view text, std::string_view origin) {
    try {
        return Json::parse(text, refuse_deep_nesting);
    } catch (const Json::parse_error& error) {
        const auto [line, column] = place_of(text, error.byte == 0 ? 0 : error.byte - 1);
        usage_error("{}:{}:{}: {}", origin, line, column, reason_of(error));
    } catch (const Json::exception& error) {
        usage_error("{}: {}", origin, reason_of(error));
    } catch (const std::length_error& error) {
        usage_error("{}: {}", origin, error.what());
    }
}

}  // namespace remo::io
