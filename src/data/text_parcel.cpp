#include "text_parcel.hpp"

#include <cstring>

namespace remo::data {
namespace {

void append(std::vector<std::byte>& bytes, std::string_view text) {
    const auto size = static_cast<std::uint32_t>(text.size());
    const std::size_t at = bytes.size();
    bytes.resize(at + sizeof size + text.size());
    std::memcpy(bytes.data() + at, &size, sizeof size);
    if (!text.empty()) std::memcpy(bytes.data() + at + sizeof size, text.data(), text.size());
}

}  // namespace

TextParcels pack_texts(const RowBatch& rows, std::size_t text_columns, int ranks) {
    TextParcels parcels;
    std::vector<std::size_t> row_ends(rows.rows());
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        for (std::size_t column = 0; column < text_columns; ++column)
            append(parcels.bytes, rows.columns[column][row]);
        row_ends[row] = parcels.bytes.size();
    }
    std::size_t row = 0;
    std::size_t begin = 0;
    for (int rank = 0; rank < ranks; ++rank) {
        const std::size_t goal =
            parcels.bytes.size() / static_cast<std::size_t>(ranks) * static_cast<std::size_t>(rank + 1);
        std::size_t end = begin;
        while (row < row_ends.size() && (end < goal || rank + 1 == ranks)) end = row_ends[row++];
        parcels.counts.push_back(static_cast<std::int64_t>(end - begin));
        begin = end;
    }
    return parcels;
}

bool TextParcelReader::next(std::string_view& text, std::optional<std::string_view>& pair) {
    if (bytes_.empty()) return false;
    text = take();
    pair = columns_ > 1 ? std::optional(take()) : std::nullopt;
    return true;
}

std::string_view TextParcelReader::take() {
    std::uint32_t size = 0;
    std::memcpy(&size, bytes_.data(), sizeof size);
    const std::string_view text(reinterpret_cast<const char*>(bytes_.data()) + sizeof size, size);
    bytes_ = bytes_.subspan(sizeof size + size);
    return text;
}

}  // namespace remo::data
