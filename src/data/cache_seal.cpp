#include "cache_seal.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>

#include "file_hash.hpp"
#include "remo/base/format.hpp"
#include "token_cache.hpp"

namespace remo::data {
namespace {

constexpr std::string_view magic = "\nremo-tokens 1 xxh3-128 ";
constexpr std::size_t seal_bytes = magic.size() + 32 + 1;

std::string seal_of(const std::filesystem::path& path, std::uint64_t bytes) {
    Hash hash;
    hash.add_file(path, bytes);
    return fmt::format("{}{}\n", magic, hash.hexadecimal());
}

}  // namespace

void seal_file(const std::filesystem::path& path) {
    const std::string seal = seal_of(path, std::filesystem::file_size(path));
    std::ofstream file(path, std::ios::binary | std::ios::app);
    file.write(seal.data(), static_cast<std::streamsize>(seal.size()));
    file.flush();
    if (!file) failure("{}: writing failed: {}", path.string(), std::strerror(errno));
}

void check_seal(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file || !std::filesystem::is_regular_file(path))
        usage_error("{}: can't be read: {}", path.string(), std::strerror(errno));
    const auto size = static_cast<std::uint64_t>(file.tellg());
    std::string seal(seal_bytes, '\0');
    if (size >= seal_bytes) {
        file.seekg(static_cast<std::streamoff>(size - seal_bytes));
        file.read(seal.data(), static_cast<std::streamsize>(seal.size()));
    }
    if (!file) failure("{}: reading failed: {}", path.string(), std::strerror(errno));
    if (!seal.starts_with(magic))
        throw CacheDefect{"this is no remo token cache, or it is damaged, cut short or of another version"};
    if (seal != seal_of(path, size - seal_bytes))
        throw CacheDefect{"the file is damaged (its checksum differs)"};
}

}  // namespace remo::data
