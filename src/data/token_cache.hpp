#pragma once
// The token cache on disk: an HDF5 file that plain h5py reads, under checksums as a whole and by block of tokens.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "token_cache_index.hpp"

namespace remo::data {

// Tokens under one checksum: small, so that rows in random order can be read and checked without reading much else.
inline constexpr std::int64_t tokens_per_block = 1024;

std::uint64_t block_checksum(std::span<const std::int32_t> tokens);

// Writes a cache under a partial name of its own; `publish` gives it its name. One process, no MPI.
class TokenCacheWriter {
  public:
    explicit TokenCacheWriter(std::filesystem::path path);
    ~TokenCacheWriter();  // removes what was not published
    TokenCacheWriter(const TokenCacheWriter&) = delete;
    TokenCacheWriter& operator=(const TokenCacheWriter&) = delete;

    // The tokens of the next samples, and the lines where these stand in the data file.
    void append(std::span<const std::int32_t> tokens, std::span<const std::int64_t> lines);
    void publish(const TokenCacheIndex& index);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// Why a file can't be used as a token cache.
struct CacheDefect {
    std::string reason;
};

// Reads a whole file once and compares its checksum; throws CacheDefect for a file that is damaged or no token cache.
TokenCacheIndex read_cache_index(const std::filesystem::path& path);

// Reads tokens; every block is checked. Error names file and block.
class TokenCacheReader {
  public:
    explicit TokenCacheReader(std::filesystem::path path);
    ~TokenCacheReader();

    struct Slice {
        std::int64_t begin;  // tokens [begin, end) of the file
        std::int64_t end;
        std::int32_t* target;
    };
    void read(std::span<const Slice> slices) const;  // ascending by `begin`

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace remo::data
