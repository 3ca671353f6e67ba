#pragma once
// Rows of text on their way from rank 0 to the ranks that tokenise them.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "remo/data/row_reader.hpp"

namespace remo::data {

// The rows' texts packed for all ranks: rank r's part has counts[r] bytes. Parts are contiguous runs of rows with about equal
// numbers of bytes, so that gathering in rank order restores the rows' order.
struct TextParcels {
    std::vector<std::byte> bytes;
    std::vector<std::int64_t> counts;
};
TextParcels pack_texts(const RowBatch& rows, std::size_t text_columns, int ranks);

// Walks over one rank's part.
class TextParcelReader {
  public:
    TextParcelReader(std::span<const std::byte> bytes, std::size_t text_columns)
        : bytes_(bytes), columns_(text_columns) {}
    // The next row's text and, with two columns, its pair; false at the end.
    bool next(std::string_view& text, std::optional<std::string_view>& pair);

  private:
    std::string_view take();
    std::span<const std::byte> bytes_;
    std::size_t columns_;
};

}  // namespace remo::data
