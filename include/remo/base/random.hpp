#pragma once
/// \file
/// Counter-based random numbers: Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
/// A number depends only on its key and counter, so on no rank, thread, micro-batch or restart. constexpr, so that
/// device code may call it too.
#include <array>
#include <cstdint>

namespace remo {

using PhiloxKey = std::array<std::uint32_t, 2>;
using PhiloxCounter = std::array<std::uint32_t, 4>;

/// Four random words of one counter under one key.
constexpr PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t a = std::uint64_t{0xD2511F53u} * counter[0];
        const std::uint64_t b = std::uint64_t{0xCD9E8D57u} * counter[2];
        counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
                   static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
        key[0] += 0x9E3779B9u;
        key[1] += 0xBB67AE85u;
    }
    return counter;
}

/// What a stream is used for; part of its key, so that streams never overlap.
enum class RandomUse : std::uint32_t { data_order = 1, initialisation = 2, dropout = 3, masking = 4 };

/// The key of (seed, use, a, b), e.g. (seed, dropout, update) or (seed, data_order, epoch).
constexpr PhiloxKey random_key(std::uint64_t seed, RandomUse use, std::uint64_t a = 0, std::uint32_t b = 0) {
    const PhiloxCounter first =
        philox({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(a >> 32), static_cast<std::uint32_t>(use), b},
               {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
    return {first[0], first[1]};
}

/// A sequence of numbers from one key, for host code (shuffles, initial weights).
class RandomStream {
  public:
    explicit RandomStream(PhiloxKey key) : key_(key) {}
    std::uint32_t word();                       ///< uniform over 32 bits
    std::uint64_t below(std::uint64_t bound);   ///< uniform in [0, bound), without bias
    double uniform();                           ///< uniform in [0, 1)
    double normal();                            ///< standard normal (Box-Muller)

  private:
    PhiloxKey key_;
    std::uint64_t index_ = 0;
    PhiloxCounter block_{};
    int left_ = 0;
    double spare_ = 0.0;
    bool has_spare_ = false;
};

}  // namespace remo
