#include "seal.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "../input_file.hpp"
#include "checksum.hpp"
#include "remo/base/format.hpp"

namespace remo::io {

namespace {

constexpr std::string_view magic = "remo-h5-seal-v1\n";
constexpr std::size_t buffer_bytes = std::size_t{4} << 20;

/// The last bytes of a sealed file.
struct Tail {
    std::uint64_t body_bytes = 0;
    std::uint64_t body_checksum = 0;
    std::array<char, 16> name{};
};
static_assert(sizeof(Tail) == 32 && magic.size() == sizeof(Tail::name));

/// Before the tail: the size of the HDF5 file, the checksum of its metadata, then begin and end of each data range.
using Body = std::vector<std::uint64_t>;

std::span<std::byte> bytes_of(Body& body) {
    return std::as_writable_bytes(std::span(body));
}

/// Checksum of the bytes [0, end) that are in none of the ranges, which are ascending.
std::uint64_t metadata_checksum(const ReadBytes& read, std::uint64_t end,
                                const std::vector<ByteRange>& data) {
    Hash hash;
    std::vector<std::byte> buffer(buffer_bytes);
    const auto add = [&](std::uint64_t begin, std::uint64_t stop) {
        while (begin < stop) {
            const std::span part(buffer.data(), std::min<std::uint64_t>(buffer.size(), stop - begin));
            read(begin, part);
            hash.add(part);
            begin += part.size();
        }
    };
    std::uint64_t begin = 0;
    for (const ByteRange& range : data) {
        add(begin, range.begin);
        begin = range.end;
    }
    add(begin, end);
    return hash.value();
}

std::optional<Tail> read_tail(const InputFile& file) {
    Tail tail;
    if (file.size() < sizeof tail) return std::nullopt;
    file.read(file.size() - sizeof tail, std::as_writable_bytes(std::span(&tail, 1)), "its seal");
    if (std::string_view(tail.name.data(), tail.name.size()) != magic) return std::nullopt;
    return tail;
}

[[noreturn]] void damaged(const InputFile& file, std::string_view what) {
    usage_error("{}: {}; the file is damaged, use another copy", file.path(), what);
}

Body read_body(const InputFile& file, const Tail& tail) {
    if (tail.body_bytes > file.size() - sizeof tail || tail.body_bytes % 16 != 0 || tail.body_bytes < 16) {
        damaged(file, "the checksum at its end is damaged");
    }
    Body body(tail.body_bytes / sizeof(std::uint64_t));
    file.read(file.size() - sizeof tail - tail.body_bytes, bytes_of(body), "its seal");
    if (checksum(bytes_of(body)) != tail.body_checksum) damaged(file, "the checksum at its end is damaged");
    if (body[0] != file.size() - sizeof tail - tail.body_bytes) damaged(file, "it is cut short or has grown");
    return body;
}

std::vector<ByteRange> ranges_of(const Body& body) {
    std::vector<ByteRange> ranges;
    for (std::size_t i = 2; i + 1 < body.size(); i += 2) ranges.push_back({body[i], body[i + 1]});
    return ranges;
}

/// Where HDF5 ends the file, as its superblock says (versions 0 to 3); nothing when there is no superblock at the start.
std::optional<std::uint64_t> hdf5_end(const InputFile& file) {
    constexpr std::string_view signature("\x89HDF\r\n\x1a\n", 8);
    if (file.size() < 48) return std::nullopt;
    const std::string block = file.read_text(0, 48, "its superblock");
    if (block.substr(0, 8) != signature) return std::nullopt;
    const auto version = static_cast<unsigned char>(block[8]);
    if (version > 3) return std::nullopt;
    std::uint64_t end = 0;
    std::memcpy(&end, block.data() + (version < 2 ? 40 : 28), sizeof end);
    return end;
}

}  // namespace

std::vector<std::byte> make_seal(const ReadBytes& read, std::uint64_t size, std::vector<ByteRange> data) {
    std::ranges::sort(data, {}, &ByteRange::begin);
    Body body{size, metadata_checksum(read, size, data)};
    for (const ByteRange& range : data) body.insert(body.end(), {range.begin, range.end});
    Tail tail{body.size() * sizeof(std::uint64_t), checksum(bytes_of(body))};
    std::ranges::copy(magic, tail.name.begin());
    std::vector<std::byte> seal(tail.body_bytes + sizeof tail);
    std::memcpy(seal.data(), body.data(), tail.body_bytes);
    std::memcpy(seal.data() + tail.body_bytes, &tail, sizeof tail);
    return seal;
}

Seal check_seal(const std::filesystem::path& path) {
    const InputFile file(path);
    if (const auto tail = read_tail(file)) {
        const Body body = read_body(file, *tail);
        const ReadBytes read = [&](std::uint64_t offset, std::span<std::byte> target) {
            file.read(offset, target, "its structure");
        };
        if (metadata_checksum(read, body[0], ranges_of(body)) != body[1]) {
            damaged(file, "its structure (HDF5's metadata) differs from its checksum");
        }
        return Seal::sound;
    }
    if (const auto end = hdf5_end(file); end && *end != file.size()) {
        if (*end > file.size())
            usage_error("{}: the file is cut short: {} of {} bytes are there", file.path(), file.size(),
                        *end);
        damaged(file, "what follows the HDF5 data is no whole checksum");
    }
    return Seal::absent;
}

}  // namespace remo::io
