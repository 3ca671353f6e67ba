#include "remo/io/safetensors.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "remo/base/file.hpp"
#include "remo/io/json.hpp"
#include "support/memory_source.hpp"
#include "support/says.hpp"
#include "support/temporary_directory.hpp"

namespace {

namespace fs = std::filesystem;
using remo::DType;
using remo::ExitStatus;
using remo::io::open_safetensors;
using remo::io::TensorInfo;
using remo::io::TensorSource;
using remo::io::write_safetensors;
using remo::test::MemorySource;
using remo::test::says;

std::vector<std::byte> bytes_of(const TensorSource& source, const TensorInfo& tensor) {
    std::vector<std::byte> bytes(tensor.bytes());
    source.read(tensor, bytes);
    return bytes;
}

MemorySource sample() {
    MemorySource source;
    source.add("encoder.weight", DType::f32, {3, 5})
        .add("encoder.bias", DType::f16, {5})
        .add("head.weight", DType::bf16, {2, 2, 2})
        .add("position_ids", DType::i64, {1, 4})
        .add("scalar", DType::f64, {})
        .add("empty", DType::f32, {0, 7})
        .add("mask", DType::boolean, {3})
        .add("é\"\\", DType::u8, {1});
    return source;
}

void write_bytes(const fs::path& path, const std::string& bytes) {
    // Over the old bytes: emptying a file first is slow on some file systems.
    const bool same_size = fs::exists(path) && fs::file_size(path) == bytes.size();
    std::ofstream(path, std::ios::binary | (same_size ? std::ios::in | std::ios::out : std::ios::trunc))
        << bytes;
}

/// A file with this header text and `data` bytes after it.
void write_with_header(const fs::path& path, const std::string& header, std::size_t data) {
    const std::uint64_t size = header.size();
    write_bytes(path, std::string(reinterpret_cast<const char*>(&size), 8) + header + std::string(data, 'd'));
}

BOOST_FIXTURE_TEST_SUITE(safetensors, remo::test::TemporaryDirectory)

BOOST_AUTO_TEST_CASE(tensors_of_every_kind_are_read_back) {
    const MemorySource written = sample();
    write_safetensors(*this / "a.safetensors", written);
    const auto read = open_safetensors(*this / "a.safetensors");
    BOOST_TEST(read->tensors().size() == written.tensors().size());
    for (const TensorInfo& expected : written.tensors()) {
        const TensorInfo* tensor = read->find(expected.name);
        BOOST_REQUIRE(tensor != nullptr);
        BOOST_TEST((tensor->dtype == expected.dtype));
        BOOST_TEST(tensor->shape == expected.shape);
        BOOST_TEST((bytes_of(*read, *tensor) == written.bytes(expected.name)));
    }
    BOOST_TEST(read->find("none") == nullptr);
}

BOOST_AUTO_TEST_CASE(the_written_file_follows_the_format) {
    write_safetensors(*this / "a.safetensors", sample());
    const std::string file = remo::read_file(*this / "a.safetensors");
    std::uint64_t size = 0;
    std::memcpy(&size, file.data(), 8);
    BOOST_TEST(size % 8 == 0u);
    const auto header = remo::io::Json::parse(file.substr(8, size));
    BOOST_TEST(header["__metadata__"]["format"] == "pt");
    for (const auto& [name, entry] : header.items()) {
        if (name == "__metadata__") continue;
        const auto begin = entry["data_offsets"][0].get<std::size_t>();
        BOOST_TEST(begin % remo::size_of(remo::dtype_named(entry["dtype"].get<std::string>())) == 0u);
    }
    write_safetensors(*this / "b.safetensors", sample());
    BOOST_TEST((remo::read_file(*this / "b.safetensors") == file));
    BOOST_TEST(!fs::exists(remo::partial_name(*this / "a.safetensors")));
}

BOOST_AUTO_TEST_CASE(a_file_without_tensors_is_fine) {
    write_safetensors(*this / "a.safetensors", MemorySource());
    BOOST_TEST(open_safetensors(*this / "a.safetensors")->tensors().empty());
}

BOOST_AUTO_TEST_CASE(a_tensor_is_widened) {
    MemorySource source;
    const std::uint16_t values[] = {0x3c00, 0xc000};  // 1 and -2 as halves
    const auto bytes = std::as_bytes(std::span(values));
    source.add({"x", DType::f16, {2}}, {bytes.begin(), bytes.end()});
    write_safetensors(*this / "a.safetensors", source);
    const auto read = open_safetensors(*this / "a.safetensors");
    BOOST_TEST(remo::io::read_as_float(*read, *read->find("x")) == (std::vector<float>{1.0f, -2.0f}));
}

BOOST_AUTO_TEST_CASE(shapes_print_as_in_python) {
    BOOST_TEST((TensorInfo{"x", DType::f32, {768, 3072}}).shape_text() == "(768, 3072)");
    BOOST_TEST((TensorInfo{"x", DType::f32, {768}}).shape_text() == "(768,)");
    BOOST_TEST((TensorInfo{"x", DType::f32, {}}).shape_text() == "()");
}

struct Lie {
    const char* header;
    const char* told;
};

constexpr const char* sound = R"("a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]})";

BOOST_AUTO_TEST_CASE(a_header_that_lies_is_refused_with_file_and_tensor) {
    const fs::path path = *this / "lie.safetensors";
    write_with_header(path, std::string("{") + sound + "}", 8);
    BOOST_TEST(open_safetensors(path)->tensors().size() == 1u);
    const Lie lies[] = {
        {R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,16]}})",
         "tensor a: its data end at byte 16 of 8"},
        {R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})",
         "tensor a: its range has 8 bytes; shape (3,)"},
        {R"({"a":{"dtype":"F64","shape":[2],"data_offsets":[0,8]}})", "tensor a: its range has 8 bytes"},
        {R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}})",
         "tensor a: \"data_offsets\" is no range"},
        {R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0]}})", "tensor a: \"data_offsets\" is no range"},
        {R"({"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})", "tensor a: \"shape\" is no list"},
        {R"({"a":{"dtype":"F32","shape":[2.0],"data_offsets":[0,8]}})", "tensor a: \"shape\" is no list"},
        {R"({"a":{"dtype":"F32","shape":2,"data_offsets":[0,8]}})", "tensor a: \"shape\" is no list"},
        {R"({"a":{"dtype":"Q4","shape":[2],"data_offsets":[0,8]}})",
         "tensor a: element type \"Q4\" is not known"},
        {R"({"a":{"dtype":7,"shape":[2],"data_offsets":[0,8]}})", "tensor a: \"dtype\" is no text"},
        {R"({"a":{"shape":[2],"data_offsets":[0,8]}})", "tensor a: its header entry lacks \"dtype\""},
        {R"({"a":[1]})", "tensor a: its header entry is no object"},
        {R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,8]}})",
         "tensor a: its shape is imp"},
        {R"({"a":{"dtype":"F32","shape":[18446744073709551615],"data_offsets":[0,8]}})",
         "tensor a: its shape is imp"},
        {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
         "overlap"},
        {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", "tensor a: 4 bytes before its data"},
        {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
         "4 bytes at its end belong to no tensor"},
        {R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
         "tensor a: the header names it twice"},
        {R"([1,2])", "the header is no JSON object"},
        {R"({"a":{"dtype":"F32",)", "header:1:"},
        {R"({"a":[[[[[[[[[[[[]]]]]]]]]]]]})", "nested too deeply"}};
    for (const Lie& lie : lies) {
        write_with_header(path, lie.header, 8);
        BOOST_CHECK_EXCEPTION(open_safetensors(path), remo::Error, says(ExitStatus::usage, lie.told));
        BOOST_CHECK_EXCEPTION(open_safetensors(path), remo::Error,
                              says(ExitStatus::usage, "lie.safetensors"));
    }
}

BOOST_AUTO_TEST_CASE(a_header_longer_than_the_file_is_refused) {
    write_bytes(*this / "a.safetensors", "abc");
    BOOST_CHECK_EXCEPTION(open_safetensors(*this / "a.safetensors"), remo::Error,
                          says(ExitStatus::usage, "cut short"));
    write_bytes(*this / "a.safetensors", std::string("\xff\xff\xff\xff\xff\xff\xff\xff{}", 10));
    BOOST_CHECK_EXCEPTION(open_safetensors(*this / "a.safetensors"), remo::Error,
                          says(ExitStatus::usage, "cut short"));
    BOOST_CHECK_EXCEPTION(open_safetensors(*this / "no.safetensors"), remo::Error,
                          says(ExitStatus::usage, "no.safetensors: No such file"));
    BOOST_CHECK_EXCEPTION(open_safetensors(path()), remo::Error, says(ExitStatus::usage, "no regular file"));
}

BOOST_AUTO_TEST_CASE(a_file_that_shrinks_after_opening_names_the_tensor) {
    write_safetensors(*this / "a.safetensors", sample());
    const auto source = open_safetensors(*this / "a.safetensors");
    fs::resize_file(*this / "a.safetensors", fs::file_size(*this / "a.safetensors") - 1);
    const TensorInfo& last = source->tensors().back();
    std::vector<std::byte> bytes(last.bytes());
    BOOST_CHECK_EXCEPTION(source->read(last, bytes), remo::Error,
                          says(ExitStatus::usage, "a.safetensors: the file ends within tensor " + last.name));
}

BOOST_AUTO_TEST_CASE(a_cut_file_never_opens) {
    write_safetensors(*this / "a.safetensors", sample());
    const std::string whole = remo::read_file(*this / "a.safetensors");
    for (std::size_t size = 0; size < whole.size(); size += size < 16 ? 1 : 7) {
        write_bytes(*this / "cut.safetensors", whole.substr(0, size));
        BOOST_CHECK_THROW(open_safetensors(*this / "cut.safetensors"), remo::Error);
    }
}

/// Only the header can be checked: the format has no checksums.
BOOST_AUTO_TEST_CASE(a_flipped_header_bit_is_an_error_or_leaves_data_of_the_same_size) {
    write_safetensors(*this / "a.safetensors", sample());
    const std::string whole = remo::read_file(*this / "a.safetensors");
    std::uint64_t header = 0;
    std::memcpy(&header, whole.data(), 8);
    int refused = 0;
    for (std::size_t place = 0; place < 8 + header; ++place) {
        std::string damaged = whole;
        damaged[place] = static_cast<char>(damaged[place] ^ (1 << (place % 8)));
        write_bytes(*this / "b.safetensors", damaged);
        try {
            const auto source = open_safetensors(*this / "b.safetensors");
            for (const TensorInfo& tensor : source->tensors()) bytes_of(*source, tensor);
        } catch (const remo::Error& error) {
            refused += error.status() == ExitStatus::usage ? 1 : 0;
        }
    }
    BOOST_TEST(refused > static_cast<int>(header) / 2);
}

struct Sharded : remo::test::TemporaryDirectory {
    Sharded() {
        write_safetensors(*this / "one.safetensors", MemorySource().add("a", DType::f32, {2}));
        write_safetensors(*this / "two.safetensors", MemorySource().add("b", DType::f32, {3}));
    }
    [[nodiscard]] fs::path index(const std::string& text) const {
        write_bytes(*this / "index.json", text);
        return *this / "index.json";
    }
};

BOOST_FIXTURE_TEST_CASE(shards_are_read_as_one, Sharded) {
    const auto source = remo::io::open_safetensors_index(
        index(R"({"metadata": {}, "weight_map": {"b": "two.safetensors", "a": "one.safetensors"}})"));
    BOOST_TEST(source->tensors().size() == 2u);
    for (const TensorInfo& tensor : source->tensors()) {
        BOOST_TEST((bytes_of(*source, tensor) ==
                    MemorySource().add(tensor.name, tensor.dtype, tensor.shape).bytes(tensor.name)));
    }
}

BOOST_FIXTURE_TEST_CASE(an_index_that_lies_is_refused, Sharded) {
    const Lie lies[] = {
        {R"({"weight_map": {"a": "one.safetensors", "b": "three.safetensors"}})",
         "shard three.safetensors, which holds tensor b, is missing"},
        {R"({"weight_map": {"a": "one.safetensors", "c": "two.safetensors"}})",
         "tensor c should be in shard two.safetensors, which lacks it"},
        {R"({"weight_map": {"a": "two.safetensors", "b": "one.safetensors"}})", "which lacks it"},
        {R"({"weight_map": {"a": "../one.safetensors"}})", "\"../one.safetensors\" is no file name"},
        {R"({"weight_map": {"a": ".."}})", "is no file name"},
        {R"({"weight_map": {"a": 1}})", "the shard of tensor a is no text"},
        {R"({"weight_map": []})", "\"weight_map\" is missing or no object"},
        {R"([])", "\"weight_map\" is missing or no object"},
        {R"({)", "index.json:1:"}};
    for (const Lie& lie : lies) {
        BOOST_CHECK_EXCEPTION(remo::io::open_safetensors_index(index(lie.header)), remo::Error,
                              says(ExitStatus::usage, lie.told));
    }
}

BOOST_FIXTURE_TEST_CASE(a_tensor_in_two_shards_is_refused, Sharded) {
    write_safetensors(*this / "two.safetensors",
                      MemorySource().add("a", DType::f32, {2}).add("b", DType::f32, {3}));
    BOOST_CHECK_EXCEPTION(remo::io::open_safetensors_index(
                              index(R"({"weight_map": {"a": "one.safetensors", "b": "two.safetensors"}})")),
                          remo::Error, says(ExitStatus::usage, "two.safetensors: tensor a: "));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
