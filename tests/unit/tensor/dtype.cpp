#include "remo/tensor/dtype.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "support/says.hpp"

namespace {

using remo::DType;

template <class Stored>
std::vector<float> widened(DType dtype, const std::vector<Stored>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(Stored) + 1);  // off by one: not aligned
    std::memcpy(bytes.data() + 1, values.data(), bytes.size() - 1);
    std::vector<float> result(values.size());
    remo::widen_to_float(dtype, bytes.data() + 1, values.size(), result.data());
    return result;
}

/// IEEE 754 binary16 by its definition, in double.
double half_by_definition(unsigned bits) {
    const double sign = (bits & 0x8000u) != 0 ? -1 : 1;
    const int exponent = static_cast<int>((bits >> 10) & 31u);
    const double fraction = bits & 1023u;
    if (exponent == 31) return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::nan("");
    return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

BOOST_AUTO_TEST_SUITE(dtype)

BOOST_AUTO_TEST_CASE(names_and_sizes_are_those_of_safetensors) {
    for (const auto& [name, size] : {std::pair{"F32", 4},
                                     {"F16", 2},
                                     {"BF16", 2},
                                     {"F64", 8},
                                     {"I64", 8},
                                     {"I32", 4},
                                     {"I16", 2},
                                     {"I8", 1},
                                     {"U8", 1},
                                     {"BOOL", 1},
                                     {"U16", 2},
                                     {"U32", 4},
                                     {"U64", 8}}) {
        const DType dtype = remo::dtype_named(name);
        BOOST_TEST(remo::name_of(dtype) == name);
        BOOST_TEST(remo::size_of(dtype) == static_cast<std::size_t>(size));
    }
    BOOST_CHECK_EXCEPTION(remo::dtype_named("F8_E4M3"), remo::Error,
                          remo::test::says(remo::ExitStatus::usage, "\"F8_E4M3\" is not known"));
}

BOOST_AUTO_TEST_CASE(every_half_widens_to_its_value) {
    std::vector<std::uint16_t> all(65536);
    for (unsigned bits = 0; bits < 65536; ++bits) all[bits] = static_cast<std::uint16_t>(bits);
    const std::vector<float> result = widened(DType::f16, all);
    int wrong = 0;
    for (unsigned bits = 0; bits < 65536; ++bits) {
        const double expected = half_by_definition(bits);
        const bool equal = std::isnan(expected) ? std::isnan(result[bits])
                                                : static_cast<double>(result[bits]) == expected &&
                                                      std::signbit(result[bits]) == std::signbit(expected);
        wrong += equal ? 0 : 1;
    }
    BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_CASE(a_bfloat_is_the_upper_half_of_a_float) {
    const std::vector<float> result =
        widened(DType::bf16, std::vector<std::uint16_t>{0x3f80, 0xc049, 0x0001, 0x7f80});
    BOOST_TEST(result[0] == 1.0f);
    BOOST_TEST(result[1] == -3.140625f);
    BOOST_TEST(result[2] == 0x1p-133f);
    BOOST_TEST(result[3] == std::numeric_limits<float>::infinity());
}

BOOST_AUTO_TEST_CASE(numbers_of_all_types_keep_their_values) {
    BOOST_TEST(widened(DType::f32, std::vector<float>{-1.5f, 3e38f}) == (std::vector<float>{-1.5f, 3e38f}));
    BOOST_TEST(widened(DType::f64, std::vector<double>{-1.5, 0.1}) == (std::vector<float>{-1.5f, 0.1f}));
    BOOST_TEST(widened(DType::i64, std::vector<std::int64_t>{-7, 1 << 20}) ==
               (std::vector<float>{-7, 1 << 20}));
    BOOST_TEST(widened(DType::i32, std::vector<std::int32_t>{-7, 9}) == (std::vector<float>{-7, 9}));
    BOOST_TEST(widened(DType::i16, std::vector<std::int16_t>{-7, 9}) == (std::vector<float>{-7, 9}));
    BOOST_TEST(widened(DType::i8, std::vector<std::int8_t>{-7, 9}) == (std::vector<float>{-7, 9}));
    BOOST_TEST(widened(DType::u8, std::vector<std::uint8_t>{255, 9}) == (std::vector<float>{255, 9}));
    BOOST_TEST(widened(DType::u16, std::vector<std::uint16_t>{65535, 9}) == (std::vector<float>{65535, 9}));
    BOOST_TEST(widened(DType::u32, std::vector<std::uint32_t>{4294967295u, 9}) ==
               (std::vector<float>{0x1p32f, 9}));
    BOOST_TEST(widened(DType::u64, std::vector<std::uint64_t>{1, 9}) == (std::vector<float>{1, 9}));
    BOOST_TEST(widened(DType::boolean, std::vector<std::uint8_t>{1, 0}) == (std::vector<float>{1, 0}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
