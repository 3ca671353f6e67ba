#include "remo/io/array_file.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <numeric>

#include "remo/base/file.hpp"
#include "support/says.hpp"
#include "support/temporary_directory.hpp"

namespace {

using remo::ExitStatus;
using remo::io::ArrayFile;
using remo::io::Attribute;
using remo::test::says;

template <class T>
std::span<const T> all(const std::vector<T>& values) {
    return values;
}

BOOST_FIXTURE_TEST_SUITE(array_file, remo::test::TemporaryDirectory)

BOOST_AUTO_TEST_CASE(arrays_of_every_type_are_read_back) {
    const std::vector<std::int32_t> whole{1, -2, 3};
    const std::vector<std::int64_t> wide{1LL << 40, -5};
    const std::vector<std::uint64_t> words{~0ULL};
    const std::vector<double> reals{0.1, -1e300};
    const std::vector<std::uint8_t> bytes{};
    {
        ArrayFile file = ArrayFile::create(*this / "a.h5");
        file.write_array("whole", all(whole));
        file.write_array("group/inner/wide", all(wide));
        file.write_array("words", all(words));
        file.write_array("reals", all(reals));
        file.write_array("bytes", all(bytes));
        file.close();
    }
    const ArrayFile file = ArrayFile::open(*this / "a.h5");
    BOOST_TEST(file.read_array<std::int32_t>("whole") == whole);
    BOOST_TEST(file.read_array<std::int64_t>("group/inner/wide") == wide);
    BOOST_TEST(file.read_array<std::uint64_t>("words") == words);
    BOOST_TEST(file.read_array<double>("reals") == reals);
    BOOST_TEST(file.read_array<std::uint8_t>("bytes").empty());
    BOOST_TEST(file.has("group/inner/wide"));
    BOOST_TEST(file.has("group"));
    BOOST_TEST(!file.has("none"));
    BOOST_TEST(!file.has("group/none/wide"));
}

BOOST_AUTO_TEST_CASE(a_growing_array_is_read_by_slices) {
    std::vector<std::int32_t> values(100'000);
    std::iota(values.begin(), values.end(), 0);
    ArrayFile file = ArrayFile::create(*this / "a.h5");
    file.create_growing_array<std::int32_t>("tokens");
    for (std::size_t begin = 0; begin < values.size(); begin += 7000) {
        file.append("tokens", all(values).subspan(begin, std::min<std::size_t>(7000, values.size() - begin)));
    }
    file.append("tokens", std::span<const std::int32_t>());
    file.close();
    const ArrayFile read = ArrayFile::open(*this / "a.h5");
    BOOST_TEST(read.size("tokens") == 100'000);
    std::vector<std::int32_t> slice(20'000);
    read.read("tokens", 16'000, std::span(slice));
    BOOST_TEST((slice == std::vector<std::int32_t>(values.begin() + 16'000, values.begin() + 36'000)));
}

BOOST_AUTO_TEST_CASE(a_slice_can_be_written) {
    ArrayFile file = ArrayFile::create(*this / "a.h5");
    file.create_array<double>("x", 6);
    for (int begin = 0; begin < 6; begin += 2)
        file.write("x", begin, all(std::vector<double>{begin + 0.5, begin + 1.5}));
    BOOST_TEST(file.read_array<double>("x") == (std::vector<double>{0.5, 1.5, 2.5, 3.5, 4.5, 5.5}));
}

BOOST_AUTO_TEST_CASE(texts_and_attributes_are_read_back) {
    const std::string text("é\0\n\"x\"", 8);
    {
        ArrayFile file = ArrayFile::create(*this / "a.h5");
        file.write_text("texts/a", text);
        file.write_text("empty", "");
        file.set_attribute("key", std::string("old"));
        file.set_attribute("key", std::string("né"));
        file.set_attribute("samples", std::int64_t{12});
        file.set_attribute("share", 0.25);
    }
    const ArrayFile file = ArrayFile::open(*this / "a.h5");
    BOOST_TEST((file.read_text("texts/a") == text));
    BOOST_TEST(file.read_text("empty") == "");
    const auto attributes = file.attributes();
    BOOST_TEST(attributes.size() == 3u);
    BOOST_TEST((attributes.at("key") == Attribute(std::string("né"))));
    BOOST_TEST((attributes.at("samples") == Attribute(std::int64_t{12})));
    BOOST_TEST((attributes.at("share") == Attribute(0.25)));
}

BOOST_AUTO_TEST_CASE(mistakes_name_file_and_array) {
    {
        ArrayFile file = ArrayFile::create(*this / "a.h5");
        file.write_array("x", all(std::vector<double>{1, 2}));
        file.write_text("t", "text");
    }
    const ArrayFile file = ArrayFile::open(*this / "a.h5");
    std::vector<double> three(3);
    BOOST_CHECK_EXCEPTION(file.read("x", 0, std::span(three)), remo::Error,
                          says(ExitStatus::usage, "a.h5: x has 2 elements; 0 to 3 were asked for"));
    BOOST_CHECK_EXCEPTION(file.read_array<float>("x"), remo::Error, says(ExitStatus::usage, "a.h5: x"));
    BOOST_CHECK_EXCEPTION(file.read_array<double>("y"), remo::Error, says(ExitStatus::usage, "holds no y"));
    BOOST_CHECK_EXCEPTION(file.read_array<double>("t"), remo::Error, says(ExitStatus::usage, "a.h5: t"));
    BOOST_CHECK_EXCEPTION(file.read_text("x"), remo::Error, says(ExitStatus::usage, "a.h5: x is no text"));
}

BOOST_AUTO_TEST_CASE(files_that_can_not_be_opened_say_why) {
    BOOST_CHECK_EXCEPTION(ArrayFile::open(*this / "none.h5"), remo::Error,
                          says(ExitStatus::usage, "none.h5: No such file"));
    BOOST_CHECK_EXCEPTION(ArrayFile::open(path()), remo::Error, says(ExitStatus::usage, "no regular file"));
    remo::write_file_atomically(*this / "text.h5", "this is text");
    BOOST_CHECK_EXCEPTION(ArrayFile::open(*this / "text.h5"), remo::Error,
                          says(ExitStatus::usage, "text.h5"));
    BOOST_CHECK_EXCEPTION(ArrayFile::create(*this / "no/such/a.h5"), remo::Error,
                          says(ExitStatus::failure, "No such file"));
}

BOOST_AUTO_TEST_CASE(a_flipped_bit_of_a_growing_array_is_found) {
    std::vector<std::int32_t> values(1000, 0x5a5a5a5a);
    {
        ArrayFile file = ArrayFile::create(*this / "a.h5");
        file.create_growing_array<std::int32_t>("tokens");
        file.append("tokens", all(values));
        file.close();
    }
    std::string bytes = remo::read_file(*this / "a.h5");
    bytes[bytes.find("ZZZZZZZZ") + 100] ^= 4;
    std::ofstream(*this / "a.h5", std::ios::binary) << bytes;
    const ArrayFile file = ArrayFile::open(*this / "a.h5");
    BOOST_CHECK_EXCEPTION(file.read_array<std::int32_t>("tokens"), remo::Error,
                          says(ExitStatus::usage, "a.h5: tokens"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
