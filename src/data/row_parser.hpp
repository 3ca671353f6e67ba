#pragma once
// What the formats have in common: rows cut out of a window of text.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "remo/data/row_reader.hpp"

namespace remo::data {

// A mistake in the text at `offset` from the beginning of the row being parsed; RowReader adds file, line and column.
struct Defect {
    std::size_t offset;
    std::string message;
};

// What to do about bytes that are no UTF-8, and how often it was done.
struct Utf8Policy {
    InvalidUtf8 mode = InvalidUtf8::error;
    std::int64_t replaced = 0;

    // `text` stands at `offset` of the row.
    void apply(std::string& text, std::size_t offset);
};

// One row: the cells of the selected columns.
struct Row {
    std::vector<std::string> cells;
    bool blank = false;  // an empty line where a row should be
};

class RowParser {
  public:
    virtual ~RowParser() = default;
    // Each of the two parses at the beginning of `text` and returns the bytes that it takes; none when `text` ends within the
    // row and more of the file is to come (`complete` says that there is no more).
    virtual std::optional<std::size_t> header(std::string_view text, bool complete,
                                              std::vector<std::string>& names) = 0;
    virtual std::optional<std::size_t> row(std::string_view text, bool complete, Row& out) = 0;
    // `columns` were checked against the header's names; optional ones may be absent.
    virtual void select(const std::vector<ColumnRequest>& columns) = 0;
};

std::unique_ptr<RowParser> make_parser(FileFormat format, Utf8Policy& policy);
std::unique_ptr<RowParser> make_table_parser(FileFormat format, Utf8Policy& policy);  // tsv, csv, lines
std::unique_ptr<RowParser> make_jsonl_parser(Utf8Policy& policy);

struct Line {
    std::string_view text;  // without its end (\n or \r\n)
    std::size_t taken;      // bytes with it
};
// None when the line's end is not in `text` and more is to come.
std::optional<Line> line_at(std::string_view text, bool complete);

}  // namespace remo::data
