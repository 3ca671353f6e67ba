#include <fmt/format.h>

#include <algorithm>

#include "cell_splitter.hpp"
#include "row_parser.hpp"

namespace remo::data {
namespace {

constexpr std::size_t absent = static_cast<std::size_t>(-1);

class TableParser : public RowParser {
  public:
    using Split = std::optional<std::size_t> (*)(std::string_view, bool, Cells&);
    TableParser(Split split, std::string_view hint, Utf8Policy& policy)
        : split_(split), hint_(hint), policy_(policy) {}

    std::optional<std::size_t> header(std::string_view text, bool complete,
                                      std::vector<std::string>& names) override {
        const std::optional<std::size_t> taken = split_(text, complete, cells_);
        if (!taken) return taken;
        if (cells_.row_end == 0) throw Defect{0, "this line is empty; the first line names the columns"};
        names.clear();
        for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
            names.emplace_back(cells_[cell]);
            policy_.apply(names.back(), cells_.offsets[cell]);
        }
        names_ = names;
        return taken;
    }

    void select(const std::vector<ColumnRequest>& columns) override {
        selected_.clear();
        for (const ColumnRequest& column : columns) {
            const auto at = std::ranges::find(names_, column.name);
            selected_.push_back(at == names_.end() ? absent : static_cast<std::size_t>(at - names_.begin()));
        }
    }

    std::optional<std::size_t> row(std::string_view text, bool complete, Row& out) override {
        const std::optional<std::size_t> taken = split_(text, complete, cells_);
        if (!taken) return taken;
        out.blank = names_.size() > 1 && cells_.row_end == 0;
        if (!out.blank) copy_cells(out);
        return taken;
    }

  protected:
    std::vector<std::string> names_;

  private:
    void copy_cells(Row& out) {
        check_width();
        out.cells.resize(selected_.size());
        for (std::size_t i = 0; i < selected_.size(); ++i) {
            out.cells[i].clear();
            if (selected_[i] == absent) continue;
            out.cells[i].assign(cells_[selected_[i]]);
            policy_.apply(out.cells[i], cells_.offsets[selected_[i]]);
        }
    }

    void check_width() const {
        if (cells_.size() == names_.size()) return;
        const bool more = cells_.size() > names_.size();
        throw Defect{
            more ? cells_.offsets[names_.size()] : cells_.row_end,
            fmt::format("this row has {} cell{}, the header names {}{}", cells_.size(),
                        cells_.size() == 1 ? "" : "s", names_.size(), more ? hint_ : std::string_view())};
    }

    Split split_;
    std::string_view hint_;
    Utf8Policy& policy_;
    Cells cells_;
    std::vector<std::size_t> selected_;
};

class LinesParser : public TableParser {
  public:
    explicit LinesParser(Utf8Policy& policy) : TableParser(split_line, "", policy) {}
    std::optional<std::size_t> header(std::string_view, bool, std::vector<std::string>& names) override {
        names_ = names = {"text"};
        return 0;
    }
};

}  // namespace

std::unique_ptr<RowParser> make_table_parser(FileFormat format, Utf8Policy& policy) {
    if (format == FileFormat::lines) return std::make_unique<LinesParser>(policy);
    if (format == FileFormat::csv)
        return std::make_unique<TableParser>(split_csv, " (a cell with a comma must stand in quotes)",
                                             policy);
    return std::make_unique<TableParser>(split_tsv, " (TSV has no quoting: a text can't hold a tab)", policy);
}

}  // namespace remo::data
