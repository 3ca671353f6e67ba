#include "remo/base/format.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "remo/io/file_writer.hpp"

namespace remo::io {

void write_file(const comm::Communicator& communicator, const std::filesystem::path& path,
                const FileContents& contents) {
    FileWriter(communicator, path, contents, Writing::at_once).finish();
}

std::pair<std::size_t, std::size_t> share_of(std::size_t bytes, int rank, int ranks, std::size_t turn) {
    const std::size_t blocks = (bytes + checksum_block_bytes - 1) / checksum_block_bytes;
    const auto size = static_cast<std::size_t>(ranks);
    const std::size_t place = (static_cast<std::size_t>(rank) + turn) % size;
    const std::size_t begin = blocks * place / size * checksum_block_bytes;
    const std::size_t end = blocks * (place + 1) / size * checksum_block_bytes;
    return {std::min(begin, bytes), std::min(end, bytes)};
}

std::string dataset_path(std::string_view group, std::string_view name) {
    std::string path(group);
    path += '/';
    for (const char c : name) {
        if (c == '/') usage_error("tensor {}: a name with '/' can't be stored in an HDF5 file of remo", name);
        path += c == '.' ? '/' : c;
    }
    if (name.empty() || path.find("//") != std::string::npos || path.ends_with('/')) {
        usage_error("tensor \"{}\": an empty part of a name can't be stored in an HDF5 file of remo", name);
    }
    return path;
}

}  // namespace remo::io
