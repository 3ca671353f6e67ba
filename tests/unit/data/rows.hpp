#pragma once
// Rows of a file as plain nested vectors, for comparison.
#include <fstream>
#include <string>
#include <vector>

#include "remo/base/error.hpp"
#include "remo/data/row_reader.hpp"
#include "support/temporary_directory.hpp"

namespace remo::test {

using Rows = std::vector<std::vector<std::string>>;

// Writes the bytes as they are and returns the file's path.
inline std::filesystem::path write(const TemporaryDirectory& directory, const std::string& name,
                                   std::string_view bytes) {
    std::ofstream(directory / name, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return directory / name;
}

inline std::string bytes_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// VmHWM: the most resident memory so far.
inline std::int64_t peak_memory_kib() {
    std::ifstream in("/proc/self/status");
    for (std::string word; in >> word;)
        if (word == "VmHWM:") {
            std::int64_t value = -1;
            in >> value;
            return value;
        }
    return -1;
}

struct Table {
    Rows rows;
    std::vector<std::int64_t> lines;
    std::int64_t replaced = 0;
    std::size_t batches = 0;
};

inline Table read_table(const std::filesystem::path& path, std::vector<data::ColumnRequest> columns,
                        const data::ReaderOptions& options = {}) {
    data::RowReader reader(path, data::format_of(path), options);
    reader.select(std::move(columns));
    Table table;
    for (data::RowBatch batch; reader.next(batch); ++table.batches)
        for (std::size_t i = 0; i < batch.rows(); ++i) {
            table.rows.emplace_back();
            for (const auto& column : batch.columns) table.rows.back().emplace_back(column[i]);
            table.lines.push_back(batch.lines[i]);
        }
    table.replaced = reader.replaced_utf8();
    return table;
}

// The message of the usage error that `action` throws, with the directory cut off; "no error" otherwise.
template <class Action>
std::string usage_message(const TemporaryDirectory& directory, Action&& action) {
    try {
        action();
    } catch (const Error& error) {
        std::string message = error.what();
        const std::string prefix = directory.path().string() + "/";
        for (std::size_t at; (at = message.find(prefix)) != std::string::npos;)
            message.erase(at, prefix.size());
        return (error.status() == ExitStatus::usage ? "" : "wrong status: ") + message;
    }
    return "no error";
}

}  // namespace remo::test
