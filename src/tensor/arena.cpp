#include "remo/tensor/arena.hpp"

#include <algorithm>

namespace remo {

namespace {

constexpr std::size_t alignment = 64;
constexpr std::size_t smallest_block = std::size_t{1} << 20;

std::size_t aligned(std::size_t bytes) {
    return (bytes + alignment - 1) / alignment * alignment;
}

}  // namespace

Arena::Arena(std::string_view label, std::size_t initial_bytes) : label_(label) {
    if (initial_bytes > 0) blocks_.emplace_back(label_, aligned(initial_bytes));
}

Matrix Arena::matrix(Index rows, Index columns) {
    return {array<float>(rows * columns).data, rows, columns};
}

Vector Arena::vector(Index size) {
    return array<float>(size);
}

// `before_` counts blocks that are left behind in full: the end that was too short for the next slice would
// also be missing when all is put into one block.
std::byte* Arena::take(std::size_t bytes) {
    bytes = aligned(bytes);
    while (block_ < blocks_.size() && used_ + bytes > blocks_[block_].bytes()) {
        before_ += blocks_[block_].bytes();
        used_ = 0;
        ++block_;
    }
    if (block_ == blocks_.size()) {
        blocks_.emplace_back(label_, std::max({bytes, smallest_block, capacity_bytes()}));
    }
    std::byte* slice = blocks_[block_].data() + used_;
    used_ += bytes;
    peak_ = std::max(peak_, before_ + used_);
    return slice;
}

Arena::Mark Arena::mark() const {
    return {block_, used_};
}

void Arena::release(Mark mark) {
    while (block_ > mark.block) before_ -= blocks_[--block_].bytes();
    used_ = mark.used;
}

void Arena::reset() {
    block_ = used_ = before_ = 0;
    if (blocks_.size() < 2) return;
    blocks_.clear();  // before the new block, so that both need not fit at once
    blocks_.emplace_back(label_, aligned(peak_));
}

std::size_t Arena::capacity_bytes() const {
    std::size_t sum = 0;
    for (const RawBuffer& block : blocks_) sum += block.bytes();
    return sum;
}

}  // namespace remo
