#include "checksum.hpp"

#include <xxhash.h>

#include <algorithm>
#include <new>

#include "remo/io/checkpoint_file.hpp"

namespace remo::io {

std::uint64_t checksum(std::span<const std::byte> bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

std::uint64_t checksum(std::string_view text) {
    return XXH3_64bits(text.data(), text.size());
}

struct Hash::State {
    struct Free {
        void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
    };
    std::unique_ptr<XXH3_state_t, Free> xxh3{XXH3_createState()};
};

Hash::Hash() : state_(std::make_unique<State>()) {
    if (!state_->xxh3) throw std::bad_alloc();
    XXH3_64bits_reset(state_->xxh3.get());
}

Hash::~Hash() = default;

void Hash::add(std::span<const std::byte> bytes) {
    XXH3_64bits_update(state_->xxh3.get(), bytes.data(), bytes.size());
}

std::uint64_t Hash::value() const {
    return XXH3_64bits_digest(state_->xxh3.get());
}

std::size_t block_count(std::size_t bytes) {
    return std::max<std::size_t>(1, (bytes + checksum_block_bytes - 1) / checksum_block_bytes);
}

std::vector<std::uint64_t> block_checksums(std::span<const std::byte> bytes) {
    std::vector<std::uint64_t> checksums;
    for (std::size_t block = 0; block < block_count(bytes.size()); ++block) {
        const std::size_t begin = block * checksum_block_bytes;
        checksums.push_back(
            checksum(bytes.subspan(begin, std::min(checksum_block_bytes, bytes.size() - begin))));
    }
    return checksums;
}

}  // namespace remo::io
