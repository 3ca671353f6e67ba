#include "remo/base/random.hpp"

#include <cmath>
#include <numbers>

namespace remo {

std::uint32_t RandomStream::word() {
    if (left_ == 0) {
        block_ = philox({static_cast<std::uint32_t>(index_), static_cast<std::uint32_t>(index_ >> 32), 0, 0},
                        key_);
        ++index_;
        left_ = static_cast<int>(block_.size());
    }
    return block_[block_.size() - static_cast<std::size_t>(left_--)];
}

namespace {

std::uint64_t two_words(RandomStream& stream) {
    const std::uint64_t low = stream.word();
    return low | std::uint64_t{stream.word()} << 32;
}

}  // namespace

// Multiply-and-reject: Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
std::uint64_t RandomStream::below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    if (bound == 0) return 0;
    const std::uint64_t surplus = (0 - bound) % bound;  // 2^64 mod bound
    Wide product = Wide{two_words(*this)} * bound;
    while (static_cast<std::uint64_t>(product) < surplus) product = Wide{two_words(*this)} * bound;
    return static_cast<std::uint64_t>(product >> 64);
}

double RandomStream::uniform() {
    constexpr double unit = 1.0 / 9007199254740992.0;  // 2^-53
    return static_cast<double>(two_words(*this) >> 11) * unit;
}

double RandomStream::normal() {
    if (has_spare_) {
        has_spare_ = false;
        return spare_;
    }
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));  // 1 - u is never 0
    const double angle = 2.0 * std::numbers::pi * uniform();
    spare_ = radius * std::sin(angle);
    has_spare_ = true;
    return radius * std::cos(angle);
}

}  // namespace remo
