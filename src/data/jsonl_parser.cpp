#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "remo/io/json.hpp"
#include "row_parser.hpp"

namespace remo::data {
namespace {

using io::Json;

class JsonlParser : public RowParser {
  public:
    explicit JsonlParser(Utf8Policy& policy) : policy_(policy) {}

    // The keys of the first object, which stays to be read.
    std::optional<std::size_t> header(std::string_view text, bool complete,
                                      std::vector<std::string>& names) override {
        names.clear();
        const std::optional<Line> line = line_at(text, complete);
        if (!line) return std::nullopt;
        if (is_blank(line->text)) return line->taken;
        const Json object = parse(line->text);
        for (const auto& [key, value] : object.items()) names.push_back(key);
        return 0;
    }

    void select(const std::vector<ColumnRequest>& columns) override { columns_ = columns; }

    std::optional<std::size_t> row(std::string_view text, bool complete, Row& out) override {
        const std::optional<Line> line = line_at(text, complete);
        if (!line) return std::nullopt;
        out.blank = is_blank(line->text);
        if (out.blank) return line->taken;
        const Json object = parse(line->text);
        out.cells.resize(columns_.size());
        for (std::size_t i = 0; i < columns_.size(); ++i) out.cells[i] = cell(object, columns_[i]);
        return line->taken;
    }

  private:
    static bool is_blank(std::string_view line) {
        return line.find_first_not_of(" \t\r") == std::string_view::npos;
    }

    Json parse(std::string_view line) {
        line_.assign(line);
        policy_.apply(line_, 0);
        Json object;
        try {
            object = Json::parse(line_, io::refuse_deep_nesting);
        } catch (const Json::parse_error& error) {
            throw Defect{error.byte == 0 ? 0 : error.byte - 1, "this line is not valid JSON"};
        } catch (const Json::exception&) {  // a number beyond all bounds, which the library does not place
            throw Defect{0, "this line holds a number that is too large"};
        } catch (const std::length_error& error) {
            throw Defect{0, fmt::format("this line has {}", error.what())};
        }
        if (!object.is_object())
            throw Defect{0, fmt::format("a JSON object is wanted, here is {}", kind(object))};
        return object;
    }

    std::string cell(const Json& object, const ColumnRequest& column) const {
        const auto at = object.find(column.name);
        if (at == object.end()) {
            if (column.optional) return {};
            throw Defect{0, fmt::format("this object has no key '{}'", column.name)};
        }
        if (at->is_string()) return at->get<std::string>();
        if (at->is_number()) return at->dump();
        if (at->is_null() && column.nullable) return {};
        throw Defect{
            place(column.name),
            fmt::format("the value of '{}' is {}; a string or a number is wanted", column.name, kind(*at))};
    }

    // Where the key stands, as far as a search tells.
    [[nodiscard]] std::size_t place(const std::string& key) const {
        const std::size_t at = line_.find(Json(key).dump());
        return at == std::string::npos ? 0 : at;
    }

    static std::string_view kind(const Json& value) {
        if (value.is_null()) return "null";
        if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
        if (value.is_array()) return "an array";
        if (value.is_object()) return "an object";
        return value.is_string() ? "a string" : "a number";
    }

    Utf8Policy& policy_;
    std::vector<ColumnRequest> columns_;
    std::string line_;
};

}  // namespace

std::unique_ptr<RowParser> make_jsonl_parser(Utf8Policy& policy) {
    return std::make_unique<JsonlParser>(policy);
}

}  // namespace remo::data
