#include "normal.hpp"

namespace remo::models {

namespace {

/// FNV-1a (Fowler, Noll, Vo), 64 bits.
constexpr std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char character : text) {
        hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3u;
    }
    return hash;
}

}  // namespace

PhiloxKey initialisation_key(std::uint64_t seed, std::string_view parameter_name) {
    return random_key(seed, RandomUse::initialisation, hash_of(parameter_name));
}

void fill_normal(std::span<float> values, double deviation, PhiloxKey key) {
    RandomStream stream(key);
    for (float& value : values) value = static_cast<float>(deviation * stream.normal());
}

}  // namespace remo::models
