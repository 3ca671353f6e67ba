// Every code point against the reference: hashes that src/text/make_unicode_tables.py made of the reference's own results.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <iterator>

#include "../../../src/text/code_point_table.hpp"
#include "../../../src/text/unicode.hpp"

using namespace remo::text;

namespace {

#include "unicode_blocks.inc"

constexpr char32_t block_size = 4096;

/// As block_hash in the maker script.
class BlockHash {
  public:
    void add(std::uint32_t word) {
        for (int byte = 0; byte < 4; ++byte)
            value_ = (value_ ^ (word >> (8 * byte) & 0xFF)) * 0x100000001B3ULL;
    }
    void add(const CodePoints& codes) {
        add(static_cast<std::uint32_t>(codes.size));
        for (const char32_t code : codes) add(static_cast<std::uint32_t>(code));
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

  private:
    std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

std::uint64_t hash_of_block(char32_t first) {
    BlockHash hash;
    for (char32_t code = first; code < first + block_size; ++code) {
        if (code >= 0xD800 && code < 0xE000) continue;
        const CodePoint properties = code_point(code);
        hash.add(properties.flags);
        hash.add(properties.combining_class);
        hash.add(lower_case(code));
        hash.add(decomposition(code));
    }
    return hash.value();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(code_points)

BOOST_AUTO_TEST_CASE(all_are_as_the_reference_has_them) {
    BOOST_REQUIRE_EQUAL(std::size(block_hashes), 0x110000 / block_size);
    for (std::size_t block = 0; block < std::size(block_hashes); ++block) {
        const auto first = static_cast<char32_t>(block) * block_size;
        BOOST_TEST(hash_of_block(first) == block_hashes[block],
                   "code points from U+" << std::hex << first << " differ");
    }
}

BOOST_AUTO_TEST_CASE(the_table_holds_what_the_functions_say) {
    const CodePointTable table;
    for (char32_t code = 0; code < 0x20000; ++code) {
        const CodePoint properties = code_point(code);
        const CodePoints lower = lower_case(code), parts = decomposition(code);
        BOOST_REQUIRE_EQUAL(table[code] & 0x3F, properties.flags);
        BOOST_REQUIRE_EQUAL(combining_class(table[code]), properties.combining_class);
        BOOST_REQUIRE_EQUAL((table[code] & lowers) != 0, lower.size != 1 || lower.codes[0] != code);
        BOOST_REQUIRE_EQUAL((table[code] & decomposes) != 0, parts.size != 1 || parts.codes[0] != code);
    }
}

BOOST_AUTO_TEST_SUITE_END()
