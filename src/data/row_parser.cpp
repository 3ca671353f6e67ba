#include "row_parser.hpp"

#include <fmt/format.h>

#include "remo/data/utf8.hpp"

namespace remo::data {

void Utf8Policy::apply(std::string& text, std::size_t offset) {
    const std::size_t bad = find_invalid_utf8(text);
    if (bad == std::string::npos) return;
    if (mode == InvalidUtf8::error)
        throw Defect{offset + bad, fmt::format("byte 0x{:02X} is not valid UTF-8; convert the file, or set "
                                               "data.invalid_utf8 = \"replace\"",
                                               static_cast<unsigned char>(text[bad]))};
    replaced += replace_invalid_utf8(text);
}

std::unique_ptr<RowParser> make_parser(FileFormat format, Utf8Policy& policy) {
    return format == FileFormat::jsonl ? make_jsonl_parser(policy) : make_table_parser(format, policy);
}

std::optional<Line> line_at(std::string_view text, bool complete) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos)
        return complete ? std::optional(Line{text, text.size()}) : std::nullopt;
    const bool carriage_return = end > 0 && text[end - 1] == '\r';
    return Line{text.substr(0, carriage_return ? end - 1 : end), end + 1};
}

}  // namespace remo::data
