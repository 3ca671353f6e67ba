#pragma once
// Splits one row of a table into its cells.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "remo/data/row_reader.hpp"

namespace remo::data {

// The cells of one row, reused from row to row.
struct Cells {
    std::string bytes;                 // the cells' values laid end to end
    std::vector<std::size_t> ends;     // in `bytes`
    std::vector<std::size_t> offsets;  // where each cell begins in the row's text
    std::size_t row_end = 0;           // where the row's text ends, before its line end

    void clear();
    void close(std::size_t offset);  // ends the cell that `bytes` grew by
    [[nodiscard]] std::size_t size() const { return ends.size(); }
    [[nodiscard]] std::string_view operator[](std::size_t cell) const;
};

// Returns the bytes that the row takes with its line end; none when `text` ends within it. Throws Defect.
std::optional<std::size_t> split_tsv(std::string_view text, bool complete, Cells& out);
std::optional<std::size_t> split_csv(std::string_view text, bool complete, Cells& out);
std::optional<std::size_t> split_line(std::string_view text, bool complete, Cells& out);

}  // namespace remo::data
