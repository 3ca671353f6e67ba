#pragma once
/// \file
/// Rows of text files, in batches of columns.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace remo::data {

enum class InvalidUtf8 { error, replace };

enum class FileFormat {
    tsv,    ///< tabs between cells, no quoting (as GLUE has it); the first line names the columns
    csv,    ///< RFC 4180; the first line names the columns
    jsonl,  ///< one JSON object a line
    lines   ///< one text a line, column "text"
};

/// By the file's extension: .tsv, .csv, .jsonl or .txt. Error(usage) names the known ones.
FileFormat format_of(const std::filesystem::path& path);

/// Texts laid end to end.
struct TextColumn {
    std::string bytes;
    std::vector<std::size_t> ends;

    [[nodiscard]] std::size_t size() const { return ends.size(); }
    [[nodiscard]] std::string_view operator[](std::size_t row) const {
        const std::size_t begin = row == 0 ? 0 : ends[row - 1];
        return std::string_view(bytes).substr(begin, ends[row] - begin);
    }
    void push_back(std::string_view text) {
        bytes.append(text);
        ends.push_back(bytes.size());
    }
    void clear() {
        bytes.clear();
        ends.clear();
    }
};

struct RowBatch {
    std::vector<TextColumn> columns;  ///< the selected columns, in the order of the selection
    std::vector<std::int64_t> lines;  ///< the line on which each row begins, from 1

    [[nodiscard]] std::size_t rows() const { return lines.size(); }
    [[nodiscard]] std::size_t bytes() const;  ///< of memory
    void clear();
};

/// A column to read.
struct ColumnRequest {
    std::string name;
    bool optional = false;  ///< where there is none, the text is empty
    bool nullable = false;  ///< JSON null reads as an empty text; otherwise it is an error
};

struct ReaderOptions {
    InvalidUtf8 invalid_utf8 = InvalidUtf8::error;
    std::size_t window_bytes = std::size_t{4} << 20;  ///< text read, and handed out, at a time
};

/// Streams a file: memory is bounded by the window and the longest row. Only \n and \r\n end a line; a UTF-8 byte-order
/// mark is dropped; blank lines at the end of a table are ignored, within it they are ragged rows (in a table of one column:
/// empty texts). Mistakes in the file are Error(usage) "file:line:column: …".
class RowReader {
  public:
    RowReader(const std::filesystem::path& path, FileFormat format, const ReaderOptions& options = {});
    ~RowReader();
    RowReader(RowReader&&) noexcept;
    RowReader& operator=(RowReader&&) noexcept;

    /// The header's names; for JSONL the keys of the first object.
    [[nodiscard]] const std::vector<std::string>& column_names() const;
    [[nodiscard]] bool has_column(std::string_view name) const;
    /// Chooses the columns that `next` hands out. Error(usage) for one that is missing offers the nearest name.
    void select(std::vector<ColumnRequest> columns);
    /// The next rows, about `window_bytes` of text; false when there are no more.
    bool next(RowBatch& out);

    [[nodiscard]] std::int64_t replaced_utf8() const;  ///< U+FFFD put in so far
    [[nodiscard]] std::uint64_t bytes_read() const;    ///< of the file, for progress
    [[nodiscard]] std::uint64_t file_bytes() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace remo::data
