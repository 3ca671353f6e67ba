#include "remo/data/utf8.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

using remo::data::find_invalid_utf8;
using remo::data::replace_invalid_utf8;

namespace {

std::string encode(std::uint32_t c) {
    std::string out;
    if (c < 0x80) return {static_cast<char>(c)};
    if (c < 0x800)
        out += static_cast<char>(0xC0 | c >> 6);
    else if (c < 0x10000)
        (out += static_cast<char>(0xE0 | c >> 12)) += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    else
        ((out += static_cast<char>(0xF0 | c >> 18)) += static_cast<char>(0x80 | (c >> 12 & 0x3F))) +=
            static_cast<char>(0x80 | (c >> 6 & 0x3F));
    return out += static_cast<char>(0x80 | (c & 0x3F));
}

std::string replaced(std::string text, std::int64_t& count) {
    count = replace_invalid_utf8(text);
    return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(utf8)

BOOST_AUTO_TEST_CASE(every_code_point_and_no_surrogate) {
    for (std::uint32_t c = 0; c < 0x110000; ++c) {
        const bool valid = find_invalid_utf8(encode(c)) == std::string::npos;
        if (valid != (c < 0xD800 || c > 0xDFFF)) BOOST_TEST_REQUIRE(false, "code point " << c);
    }
    BOOST_TEST(find_invalid_utf8(encode(0x110000)) == 0u);
}

BOOST_AUTO_TEST_CASE(place_of_the_first_invalid_byte) {
    BOOST_TEST(find_invalid_utf8("0123456789\xC3\xA4 0123456789\x80") == 23u);
    BOOST_TEST(find_invalid_utf8("abc\xC0\xAF") == 3u);
    BOOST_TEST(find_invalid_utf8("\xE0\x80\xAF") == 0u);
}

// Expected values as Python's bytes.decode("utf-8", "replace") gives them.
BOOST_AUTO_TEST_CASE(maximal_parts_are_replaced_once) {
    const std::string r = "\xEF\xBF\xBD";
    std::int64_t count = 0;
    BOOST_TEST(replaced("a\xF0\x9F\x98z", count) == "a" + r + "z");
    BOOST_TEST(count == 1);
    BOOST_TEST(replaced("\xED\xA0\x80", count) == r + r + r);
    BOOST_TEST(count == 3);
    BOOST_TEST(replaced("\xF5\x80\xE2\x82", count) == r + r + r);
    BOOST_TEST(replaced("sound \xC3\xA4", count) == "sound \xC3\xA4");
    BOOST_TEST(count == 0);
}

BOOST_AUTO_TEST_SUITE_END()
