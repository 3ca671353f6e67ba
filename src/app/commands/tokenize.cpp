// remo tokenize: one line of token ids a row, on standard output.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <optional>

#include "remo/app/command.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/data/row_reader.hpp"
#include "remo/text/tokenizer.hpp"
#include "remo/train/model_source.hpp"

namespace remo::app {
namespace {

using Columns = std::vector<std::string>;

/// The columns asked for, else those the model was trained on, else "text" or "sentence".
Columns columns_of(const TokenizeOptions& options, const train::ModelSource& model,
                   const data::RowReader& reader, data::FileFormat format) {
    if (!options.text.empty()) return options.text;
    if (format == data::FileFormat::lines) return {"text"};
    if (model.job() && !model.job()->data.text.empty()) return model.job()->data.text;
    return {!reader.has_column("text") && reader.has_column("sentence") ? "sentence" : "text"};
}

void check_columns(const Columns& columns) {
    if (columns.size() > 2) usage_error("--text: one column or two are expected, not {}", columns.size());
}

void append_line(const std::vector<std::int32_t>& ids, std::string& out) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (i > 0) out.push_back(' ');
        fmt::format_to(std::back_inserter(out), "{}", ids[i]);
    }
    out.push_back('\n');
}

void print(const std::string& lines) {
    if (std::fwrite(lines.data(), 1, lines.size(), stdout) != lines.size() || std::fflush(stdout) != 0) {
        failure("standard output can't be written: {}", std::strerror(errno));
    }
}

void tokenize_rows(data::RowReader& reader, const text::Tokenizer& tokenizer, bool pairs) {
    text::Scratch scratch;
    text::Encoding encoding;
    data::RowBatch rows;
    while (reader.next(rows)) {
        std::string lines;
        for (std::size_t row = 0; row < rows.rows(); ++row) {
            std::optional<std::string_view> second;
            if (pairs) second = rows.columns[1][row];
            tokenizer.encode(rows.columns[0][row], second, 0, encoding, scratch);
            append_line(encoding.ids, lines);
        }
        print(lines);
    }
}

void tokenize_file(const TokenizeOptions& options, const train::ModelSource& model,
                   const text::Tokenizer& tokenizer) {
    const data::FileFormat format = data::format_of(options.file);
    data::RowReader reader(options.file, format);
    const Columns columns = columns_of(options, model, reader, format);
    check_columns(columns);
    std::vector<data::ColumnRequest> requests;
    for (const std::string& name : columns) requests.push_back({name});
    reader.select(std::move(requests));
    tokenize_rows(reader, tokenizer, columns.size() == 2);
}

}  // namespace

ExitStatus run_tokenize(Environment& environment, const TokenizeOptions& options) {
    const train::ModelSource model(environment.communicator, options.model, false);
    const bool parse_special = model.job() && model.job()->data.parse_special_tokens;
    const text::Tokenizer tokenizer = model.tokenizer({.parse_special_tokens = parse_special});
    for (const std::string& note : tokenizer.notes()) environment.log.warning(note);
    comm::on_root(environment.communicator, [&] { tokenize_file(options, model, tokenizer); });
    return ExitStatus::done;
}

}  // namespace remo::app
