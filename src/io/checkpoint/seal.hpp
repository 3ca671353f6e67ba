#pragma once
// The seal: a few bytes after the end of the HDF5 file that cover all its bytes but those of the data sets, which have
// checksums of their own. HDF5 ignores what follows its end. So damaged metadata is found before HDF5 walks through it.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace remo::io {

/// Bytes [begin, end) of a file.
struct ByteRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Fills a span with the file's bytes from an offset on.
using ReadBytes = std::function<void(std::uint64_t, std::span<std::byte>)>;

/// The seal of a file of `size` bytes. `data` are the bytes under checksums of their own, in any order.
std::vector<std::byte> make_seal(const ReadBytes& read, std::uint64_t size, std::vector<ByteRange> data);

enum class Seal {
    sound,
    absent  ///< the file ends where HDF5 ends it: another program has written to it since
};

/// Error(usage) when the file is cut short or its metadata is damaged. A file that is no HDF5 file has no seal.
Seal check_seal(const std::filesystem::path& path);

}  // namespace remo::io
