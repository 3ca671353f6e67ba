#include "file_hash.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "remo/base/format.hpp"

namespace remo::data {

Hash::Hash() : state_(XXH3_createState()) {
    require(state_ != nullptr && XXH3_128bits_reset(static_cast<XXH3_state_t*>(state_)) == XXH_OK,
            "xxhash: no memory for a hash");
}

Hash::~Hash() {
    XXH3_freeState(static_cast<XXH3_state_t*>(state_));
}

void Hash::add_bytes(std::string_view bytes) {
    require(XXH3_128bits_update(static_cast<XXH3_state_t*>(state_), bytes.data(), bytes.size()) == XXH_OK,
            "xxhash: update failed");
}

void Hash::add_text(std::string_view text) {
    add_number(static_cast<std::int64_t>(text.size()));
    add_bytes(text);
}

void Hash::add_number(std::int64_t number) {
    add_bytes(fmt::format("{};", number));
}

void Hash::add_file(const std::filesystem::path& path, std::uint64_t bytes) {
    std::ifstream in(path, std::ios::binary);
    if (!in) usage_error("{}: can't be read: {}", path.string(), std::strerror(errno));
    std::vector<char> buffer(std::size_t{1} << 20);
    std::uint64_t taken = 0;
    while (in && taken < bytes) {
        in.read(buffer.data(),
                static_cast<std::streamsize>(std::min<std::uint64_t>(buffer.size(), bytes - taken)));
        if (in.bad()) failure("{}: reading failed: {}", path.string(), std::strerror(errno));
        add_bytes({buffer.data(), static_cast<std::size_t>(in.gcount())});
        taken += static_cast<std::uint64_t>(in.gcount());
    }
    add_number(static_cast<std::int64_t>(taken));
}

std::string Hash::hexadecimal() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(static_cast<const XXH3_state_t*>(state_));
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace remo::data
