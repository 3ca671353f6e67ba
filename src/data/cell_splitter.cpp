#include "cell_splitter.hpp"

#include <algorithm>

#include "row_parser.hpp"

namespace remo::data {

void Cells::clear() {
    bytes.clear();
    ends.clear();
    offsets.clear();
}

void Cells::close(std::size_t offset) {
    ends.push_back(bytes.size());
    offsets.push_back(offset);
}

std::string_view Cells::operator[](std::size_t cell) const {
    const std::size_t begin = cell == 0 ? 0 : ends[cell - 1];
    return std::string_view(bytes).substr(begin, ends[cell] - begin);
}

std::optional<std::size_t> split_line(std::string_view text, bool complete, Cells& out) {
    const std::optional<Line> line = line_at(text, complete);
    if (!line) return std::nullopt;
    out.clear();
    out.bytes.assign(line->text);
    out.close(0);
    out.row_end = line->text.size();
    return line->taken;
}

std::optional<std::size_t> split_tsv(std::string_view text, bool complete, Cells& out) {
    const std::optional<Line> line = line_at(text, complete);
    if (!line) return std::nullopt;
    out.clear();
    out.row_end = line->text.size();
    for (std::size_t begin = 0;;) {
        const std::size_t end = std::min(line->text.find('\t', begin), line->text.size());
        out.bytes.append(line->text.substr(begin, end - begin));
        out.close(begin);
        if (end == line->text.size()) return line->taken;
        begin = end + 1;
    }
}

namespace {

// Walks over one CSV row. At its end `at` is behind the line end, or `short_of_text` is set.
class CsvRow {
  public:
    CsvRow(std::string_view text, bool complete, Cells& out) : text_(text), complete_(complete), out_(out) {}

    std::optional<std::size_t> split() {
        out_.clear();
        bool more = true;
        while (more && !short_of_text_) {
            const std::size_t begin = at_;
            if (at_ < text_.size() && text_[at_] == '"')
                quoted();
            else
                plain();
            if (!short_of_text_) more = delimiter(begin);
        }
        return short_of_text_ ? std::nullopt : std::optional(at_);
    }

  private:
    // Up to a comma or line end; quotes within are text, as other readers have it.
    void plain() {
        std::size_t end = at_;
        while (end < text_.size() && text_[end] != ',' && text_[end] != '\n') ++end;
        if (end == text_.size() && !complete_) short_of_text_ = true;
        if (end < text_.size() && text_[end] == '\n' && end > at_ && text_[end - 1] == '\r') --end;
        out_.bytes.append(text_.substr(at_, end - at_));
        at_ = end;
    }

    void quoted() {
        const std::size_t opened = at_++;
        for (;;) {
            const std::size_t quote = text_.find('"', at_);
            if (quote == std::string_view::npos || (quote + 1 == text_.size() && !complete_)) {
                if (complete_) throw Defect{opened, "the quote opened here is not closed"};
                short_of_text_ = true;
                return;
            }
            out_.bytes.append(text_.substr(at_, quote - at_));
            at_ = quote + 1;
            if (at_ == text_.size() || text_[at_] != '"') return;
            out_.bytes.push_back('"');
            ++at_;
        }
    }

    // Ends the cell; whether another one follows in this row.
    bool delimiter(std::size_t begin) {
        out_.close(begin);
        out_.row_end = at_;
        if (at_ == text_.size()) {  // behind a plain cell or a closing quote that is the file's last byte
            short_of_text_ = !complete_;
            return false;
        }
        if (text_[at_] == ',') {
            ++at_;
            return true;
        }
        if (text_[at_] == '\r' && at_ + 1 == text_.size() && !complete_) short_of_text_ = true;
        if (short_of_text_) return false;
        const std::size_t line_end = text_[at_] == '\r' ? 2 : 1;
        if (text_.substr(at_).starts_with(line_end == 2 ? "\r\n" : "\n")) {
            at_ += line_end;
            return false;
        }
        throw Defect{at_, "text behind a closing quote (a quote within a quoted cell is written twice)"};
    }

    std::string_view text_;
    bool complete_;
    Cells& out_;
    std::size_t at_ = 0;
    bool short_of_text_ = false;
};

}  // namespace

std::optional<std::size_t> split_csv(std::string_view text, bool complete, Cells& out) {
    return CsvRow(text, complete, out).split();
}

}  // namespace remo::data
