#include <unistd.h>

#include "disk_space.hpp"
#include "parallel_values.hpp"
#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "seal.hpp"
#include "structure.hpp"
#include "write_plan.hpp"

namespace remo::io {

namespace {

namespace fs = std::filesystem;

std::size_t bytes_needed(const FileContents& contents) {
    std::size_t bytes = std::size_t{1} << 20;  // HDF5's metadata, about
    for (const DatasetToWrite& dataset : contents.datasets) bytes += bytes_of(dataset) + 4096;
    for (const auto& [name, text] : contents.tokenizer) bytes += text.size();
    for (const auto& [name, values] : contents.history) bytes += values.size() * sizeof(double);
    return bytes;
}

Structure write_structure_on_root(const comm::Communicator& communicator, const fs::path& partial,
                                  const FileContents& contents) {
    const auto checksums = gather_checksums(communicator, contents.datasets);
    auto structure = comm::on_root(communicator, [&] {
        require_space(partial, bytes_needed(contents));
        return write_structure(partial, contents, checksums);
    });
    return structure ? *std::move(structure) : Structure{};
}

void seal_and_verify(const comm::Communicator& communicator, const fs::path& partial,
                     const FileContents& contents, Structure structure) {
    comm::on_root(communicator, [&] { write_seal(partial, structure.covered); });
    structure.offsets.resize(contents.datasets.size());
    communicator.broadcast(std::span(structure.offsets), 0);
    comm::together(communicator, [&] {
        // On every rank: what a node wrote may wait in its own memory, where rank 0 can't flush it.
        sync_file(partial);
        verify_values(partial, contents.datasets, structure.offsets);
    });
    comm::on_root(communicator, [&] { const CheckpointReader opens(partial); });
}

}  // namespace

void write_file(const comm::Communicator& communicator, const fs::path& path, const FileContents& contents) {
    const fs::path partial = partial_name(path);
    comm::together(communicator, [&] { check_contents(contents); });
    try {
        Structure structure = write_structure_on_root(communicator, partial, contents);
        write_values(communicator, partial, contents.datasets);
        seal_and_verify(communicator, partial, contents, std::move(structure));
        comm::on_root(communicator, [&] { publish_file(partial, path); });
    } catch (...) {
        if (communicator.is_root()) ::unlink(partial.c_str());
        throw;
    }
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
