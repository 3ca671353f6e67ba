#include "remo/tensor/device.hpp"

#include <numeric>
#include <string>
#include <vector>

#include "remo/base/error.hpp"
#include "support/device.hpp"

namespace {

using remo::Buffer;
using remo::testing::device;

BOOST_AUTO_TEST_SUITE(device_memory)

BOOST_AUTO_TEST_CASE(a_second_device_is_refused) {
    device();
    BOOST_CHECK_THROW(remo::Device{}, remo::Error);
}

BOOST_AUTO_TEST_CASE(describes_itself) {
    const std::string text = device().description();
    BOOST_TEST(text.find(device().is_gpu() ? "gpu" : "cpu") == 0u);
    BOOST_TEST(text.find("Kokkos") != std::string::npos);
    BOOST_TEST(device().threads() >= 1);
}

BOOST_AUTO_TEST_CASE(copies_there_and_back) {
    device();
    std::vector<int> values(1001);
    std::iota(values.begin(), values.end(), -7);
    const Buffer<int> buffer("test", 1001);
    device().copy_to_device(buffer.data(), values.data(), 1001 * sizeof(int));
    std::vector<int> back(1001);
    device().copy_to_host(back.data(), buffer.data(), 1001 * sizeof(int));
    BOOST_TEST(back == values);
    device().fill_zero(buffer.data(), 1000 * sizeof(int));
    device().copy_to_host(back.data(), buffer.data(), 1001 * sizeof(int));
    BOOST_TEST(back[0] == 0);
    BOOST_TEST(back[999] == 0);
    BOOST_TEST(back[1000] == values[1000]);
}

BOOST_AUTO_TEST_CASE(buffers_move) {
    device();
    remo::RawBuffer a("test", 100);
    std::byte* const data = a.data();
    remo::RawBuffer b(std::move(a));
    BOOST_TEST(b.data() == data);
    a = std::move(b);
    BOOST_TEST(a.data() == data);
    BOOST_TEST(a.bytes() == 100u);
    BOOST_TEST(remo::RawBuffer("test", 0).data() == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
