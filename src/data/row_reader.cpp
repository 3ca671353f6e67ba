#include "remo/data/row_reader.hpp"

#include <algorithm>

#include "remo/base/format.hpp"
#include "remo/base/text_distance.hpp"
#include "row_parser.hpp"
#include "text_window.hpp"

namespace remo::data {
namespace {

// A row beyond this length is a mistake (an unclosed quote), not text.
constexpr std::size_t longest_row = std::size_t{64} << 20;

std::string list_of(const std::vector<std::string>& names) {
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

FileFormat format_of(const std::filesystem::path& path) {
    const std::string extension = path.extension().string();
    if (extension == ".tsv") return FileFormat::tsv;
    if (extension == ".csv") return FileFormat::csv;
    if (extension == ".jsonl") return FileFormat::jsonl;
    if (extension == ".txt") return FileFormat::lines;
    usage_error(
        "{}: the extension tells the format, and '{}' is none of .tsv, .csv, .jsonl, .txt (and .h5 for a "
        "token cache)",
        path.string(), extension);
}

std::size_t RowBatch::bytes() const {
    std::size_t bytes = 0;
    for (const TextColumn& column : columns)
        bytes += column.bytes.size() + column.size() * sizeof(std::size_t);
    return bytes;
}

void RowBatch::clear() {
    for (TextColumn& column : columns) column.clear();
    lines.clear();
}

struct RowReader::Impl {
    Impl(const std::filesystem::path& path, FileFormat format, const ReaderOptions& options)
        : window(path, options.window_bytes),
          format(format),
          window_bytes(options.window_bytes),
          policy{options.invalid_utf8},
          parser(make_parser(format, policy)) {
        if (at_end()) usage_error("{}: the file is empty", path.string());
        while (names.empty() && !at_end()) {
            header_line = line;
            consume(parse([this] { return parser->header(window.text(), window.complete(), names); }));
        }
    }

    [[nodiscard]] bool at_end() const { return window.complete() && window.text().empty(); }

    void consume(std::size_t bytes) {
        const std::string_view taken = window.text().substr(0, bytes);
        line += std::count(taken.begin(), taken.end(), '\n');
        window.consume(bytes);
    }

    // Calls `action` with ever more text until it can take a row.
    template <class Action>
    std::size_t parse(Action&& action) {
        try {
            for (;;) {
                if (const std::optional<std::size_t> taken = action()) return *taken;
                if (window.text().size() > longest_row)
                    throw Defect{
                        0,
                        fmt::format("the row that begins here has more than {} MiB; is a quote not closed?",
                                    longest_row >> 20)};
                window.extend();
            }
        } catch (const Defect& defect) {
            raise(defect);
        }
    }

    // Line and column (in characters) of a place in the row that begins the window.
    [[noreturn]] void raise(const Defect& defect) const {
        const std::string_view before = window.text().substr(0, defect.offset);
        const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
        const auto is_lead = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
        const std::string_view in_line = before.substr(line_begin);
        usage_error("{}:{}:{}: {}", window.path().string(),
                    line + std::count(before.begin(), before.end(), '\n'),
                    std::count_if(in_line.begin(), in_line.end(), is_lead) + 1, defect.message);
    }

    void check(const ColumnRequest& column) const {
        const auto count = std::ranges::count(names, column.name);
        const std::string place = fmt::format("{}:{}:1", window.path().string(), header_line);
        if (count > 1) usage_error("{}: {} columns are named '{}'", place, count, column.name);
        if (count == 1 || column.optional) return;
        const std::vector<std::string_view> known(names.begin(), names.end());
        usage_error("{}: there is no column '{}'; did you mean '{}'? (columns: {})", place, column.name,
                    nearest_name(column.name, known), list_of(names));
    }

    // The next row that is not blank.
    bool next_row() {
        while (!at_end()) {
            row_line = line;
            const std::size_t taken =
                parse([this] { return parser->row(window.text(), window.complete(), row); });
            if (!row.blank && blank_line > 0)
                usage_error("{}:{}:1: this line is empty, the header names {} columns",
                            window.path().string(), blank_line, names.size());
            if (row.blank && blank_line == 0 && format != FileFormat::jsonl) blank_line = line;
            consume(taken);
            if (!row.blank) return true;
        }
        return false;
    }

    TextWindow window;
    FileFormat format;
    std::size_t window_bytes;
    Utf8Policy policy;
    std::unique_ptr<RowParser> parser;
    std::vector<std::string> names;
    std::size_t selected = 0;
    Row row;
    std::int64_t line = 1;  // of the window's first byte
    std::int64_t header_line = 1;
    std::int64_t row_line = 0;
    std::int64_t blank_line = 0;  // the first empty line of the table, an error unless only such lines follow
};

RowReader::RowReader(const std::filesystem::path& path, FileFormat format, const ReaderOptions& options)
    : impl_(std::make_unique<Impl>(path, format, options)) {}
RowReader::~RowReader() = default;
RowReader::RowReader(RowReader&&) noexcept = default;
RowReader& RowReader::operator=(RowReader&&) noexcept = default;

const std::vector<std::string>& RowReader::column_names() const {
    return impl_->names;
}

bool RowReader::has_column(std::string_view name) const {
    return std::ranges::find(impl_->names, name) != impl_->names.end();
}

void RowReader::select(std::vector<ColumnRequest> columns) {
    for (const ColumnRequest& column : columns) impl_->check(column);
    impl_->parser->select(columns);
    impl_->selected = columns.size();
}

bool RowReader::next(RowBatch& out) {
    out.columns.resize(impl_->selected);
    out.clear();
    while (out.bytes() < impl_->window_bytes && impl_->next_row()) {
        for (std::size_t i = 0; i < out.columns.size(); ++i) out.columns[i].push_back(impl_->row.cells[i]);
        out.lines.push_back(impl_->row_line);
    }
    return out.rows() > 0;
}

std::int64_t RowReader::replaced_utf8() const {
    return impl_->policy.replaced;
}
std::uint64_t RowReader::bytes_read() const {
    return impl_->window.bytes_read() - impl_->window.text().size();
}
std::uint64_t RowReader::file_bytes() const {
    return impl_->window.file_bytes();
}

}  // namespace remo::data
