#include "remo/tensor/arena.hpp"

#include <cstdint>

#include "support/device.hpp"

namespace {

using remo::Arena;
using remo::testing::device;

bool aligned(const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer) % 64 == 0;
}

BOOST_AUTO_TEST_SUITE(arena)

BOOST_AUTO_TEST_CASE(slices_are_aligned_and_disjoint) {
    device();
    Arena arena("test");
    const remo::Vector a = arena.vector(3);
    const remo::Matrix b = arena.matrix(5, 7);
    const auto c = arena.array<std::int32_t>(1);
    BOOST_TEST(aligned(a.data));
    BOOST_TEST(aligned(b.data));
    BOOST_TEST(aligned(c.data));
    BOOST_TEST(b.data >= a.data + 3);
    BOOST_TEST(reinterpret_cast<float*>(c.data) >= b.data + 35);
    BOOST_TEST(b.stride == 7);
}

BOOST_AUTO_TEST_CASE(growing_keeps_earlier_slices) {
    device();
    Arena arena("test", 4096);
    const remo::Vector first = arena.vector(16);
    for (int i = 0; i < 16; ++i) first.data[i] = static_cast<float>(i);
    for (int i = 0; i < 8; ++i) {
        const remo::Vector later = arena.vector(1 << 18);
        later.data[0] = later.data[later.size - 1] = -1.0f;
    }
    for (int i = 0; i < 16; ++i) BOOST_TEST(first.data[i] == static_cast<float>(i));
}

BOOST_AUTO_TEST_CASE(reset_makes_one_block_that_holds_all) {
    device();
    Arena arena("test", 1024);
    const auto fill = [&] {
        for (int i = 0; i < 5; ++i) arena.vector(200000 + i);
    };
    fill();
    arena.reset();
    const std::size_t capacity = arena.capacity_bytes();
    BOOST_TEST(capacity >= 5 * 200000 * sizeof(float));
    const float* const first = arena.vector(200000).data;
    for (int i = 1; i < 5; ++i) arena.vector(200000 + i);
    BOOST_TEST(arena.capacity_bytes() == capacity);
    arena.reset();
    BOOST_TEST(arena.vector(200000).data == first);
}

BOOST_AUTO_TEST_CASE(release_gives_back_scratch_over_blocks) {
    device();
    Arena arena("test", 1024);
    arena.vector(16);
    const Arena::Mark mark = arena.mark();
    const float* const scratch = arena.vector(100).data;
    arena.vector(1 << 20);
    arena.release(mark);
    BOOST_TEST(arena.vector(100).data == scratch);
    const std::size_t peak = arena.peak_bytes();
    arena.vector(1 << 20);
    BOOST_TEST(arena.peak_bytes() == peak);
}

BOOST_AUTO_TEST_CASE(empty_slices) {
    device();
    Arena arena("test");
    BOOST_TEST(arena.vector(0).empty());
    BOOST_TEST(arena.matrix(0, 5).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
