#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/io/json.hpp"
#include "remo/io/safetensors.hpp"

namespace remo::io {

namespace {

namespace fs = std::filesystem;

/// Wide elements first, so that every tensor lies aligned to its elements.
std::vector<TensorInfo> in_file_order(const TensorSource& source) {
    std::vector<TensorInfo> tensors = source.tensors();
    std::ranges::sort(tensors, [](const TensorInfo& a, const TensorInfo& b) {
        const std::size_t sizes[] = {size_of(a.dtype), size_of(b.dtype)};
        return sizes[0] != sizes[1] ? sizes[0] > sizes[1] : a.name < b.name;
    });
    return tensors;
}

/// Header length and header, padded with spaces so that the data begin at a multiple of eight.
std::string header_of(const std::vector<TensorInfo>& tensors) {
    Json header{{"__metadata__", {{"format", "pt"}}}};
    std::size_t offset = 0;
    for (const TensorInfo& tensor : tensors) {
        const std::size_t end = offset + tensor.bytes();
        header[tensor.name] = {
            {"dtype", name_of(tensor.dtype)}, {"shape", tensor.shape}, {"data_offsets", {offset, end}}};
        offset = end;
    }
    std::string text = header.dump();
    text.append((8 - text.size() % 8) % 8, ' ');
    const std::uint64_t size = text.size();
    return std::string(reinterpret_cast<const char*>(&size), sizeof size) + text;
}

void write_tensors(const fs::path& path, const TensorSource& source) {
    const std::vector<TensorInfo> tensors = in_file_order(source);
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    if (!file) failure("can't create {}: {}", path.string(), std::strerror(errno));
    const std::string header = header_of(tensors);
    file.write(header.data(), static_cast<std::streamsize>(header.size()));
    std::vector<std::byte> bytes;
    for (const TensorInfo& tensor : tensors) {
        bytes.resize(tensor.bytes());
        source.read(tensor, bytes);
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        if (!file)
            failure("can't write tensor {} to {}: {}", tensor.name, path.string(), std::strerror(errno));
    }
    file.close();
    if (!file) failure("can't write {}: {}", path.string(), std::strerror(errno));
}

}  // namespace

void write_safetensors(const fs::path& path, const TensorSource& source) {
    const fs::path partial = partial_name(path);
    try {
        write_tensors(partial, source);
        publish_file(partial, path);
    } catch (...) {
        ::unlink(partial.c_str());
        throw;
    }
}

}  // namespace remo::io
