// Damaged files are told or harmless; they never crash a reader or give it other values.
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <random>
#include <sstream>

#include "remo/base/file.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "support/checkpoint_sample.hpp"
#include "support/says.hpp"
#include "support/temporary_directory.hpp"

namespace {

namespace fs = std::filesystem;
using remo::io::CheckpointReader;
using remo::test::says;

/// All that a reader gives, as one text.
std::string everything(const fs::path& path) {
    const CheckpointReader reader(path);
    reader.verify();
    std::ostringstream all;
    for (const auto& [name, value] : reader.provenance()) all << name << '=' << value << '\n';
    for (const auto& [name, text] : reader.tokenizer()) all << name << '=' << text << '\n';
    for (const auto& [name, value] : reader.training()) {
        all << name << '=';
        std::visit([&](const auto& v) { all << v << '\n'; }, value);
    }
    for (const auto& [name, column] : reader.history()) {
        all << name << '=';
        for (const double value : column) all << value << ',';
    }
    all << reader.kind() << reader.config_json() << reader.training_text("job");
    for (const std::string group : {"/parameters", "/optimizer/exp_avg"}) {
        for (const auto& tensor : reader.datasets(group)) {
            std::vector<std::byte> bytes(tensor.bytes());
            reader.read(group, tensor, bytes);
            all << tensor.name << remo::name_of(tensor.dtype) << tensor.shape_text();
            all.write(reinterpret_cast<const char*>(bytes.data()),
                      static_cast<std::streamsize>(bytes.size()));
        }
    }
    return all.str();
}

struct Damage : remo::test::TemporaryDirectory {
    Damage() {
        remo::io::write_file(remo::comm::Communicator::self(), *this / "a.h5",
                             remo::test::CheckpointSample().contents());
        whole = remo::read_file(*this / "a.h5");
        expected = everything(*this / "a.h5");
    }

    fs::path damaged(const std::string& bytes) {
        const fs::path path = *this / "b.h5";
        // Over the old bytes: emptying a file first is slow on some file systems.
        const bool same_size = fs::exists(path) && fs::file_size(path) == bytes.size();
        std::ofstream(path, std::ios::binary | (same_size ? std::ios::in | std::ios::out : std::ios::trunc))
            << bytes;
        return path;
    }

    /// Whether the damage is told, as a mistake in the file; fails when it changes what is read.
    bool told(const std::string& bytes) {
        try {
            BOOST_REQUIRE(everything(damaged(bytes)) == expected);
            return false;
        } catch (const remo::Error& error) {
            BOOST_REQUIRE(error.status() == remo::ExitStatus::usage);
            BOOST_REQUIRE(std::string(error.what()).find("b.h5") != std::string::npos);
            return true;
        }
    }

    std::string whole;
    std::string expected;
};

BOOST_FIXTURE_TEST_SUITE(damage, Damage)

BOOST_AUTO_TEST_CASE(a_flipped_bit_anywhere_is_told) {
    std::mt19937 random(1);
    int untold = 0;
    const std::size_t step = std::max<std::size_t>(1, whole.size() / 700);
    for (std::size_t place = 0; place < whole.size(); place += 1 + random() % (2 * step)) {
        std::string bytes = whole;
        bytes[place] = static_cast<char>(bytes[place] ^ (1 << (random() % 8)));
        untold += told(bytes) ? 0 : 1;
    }
    BOOST_TEST(untold == 0);
}

BOOST_AUTO_TEST_CASE(a_cut_file_is_told_or_whole) {
    std::mt19937 random(2);
    int untold = 0;
    const std::size_t step = std::max<std::size_t>(1, whole.size() / 80);
    for (std::size_t size = 0; size < whole.size(); size += 1 + random() % (2 * step)) {
        untold += told(whole.substr(0, size)) ? 0 : 1;
    }
    BOOST_TEST(untold == 0);
    BOOST_TEST(told(whole + "more"));
}

BOOST_AUTO_TEST_CASE(zeroed_pages_are_told) {
    constexpr std::size_t page = 512;
    for (std::size_t place = 0; place < whole.size(); place += page) {
        std::string bytes = whole;
        const std::size_t size = std::min(page, whole.size() - place);
        bytes.replace(place, size, size, '\0');
        if (bytes != whole) BOOST_TEST(told(bytes), "page at " << place);
    }
}

BOOST_AUTO_TEST_CASE(the_damaged_data_set_is_named) {
    const remo::test::CheckpointSample sample;
    const auto& values = sample.parameters.bytes("classifier.weight");
    const std::string text(reinterpret_cast<const char*>(values.data()), values.size());
    std::string bytes = whole;
    const std::size_t place = bytes.find(text);
    BOOST_REQUIRE(place != std::string::npos);
    bytes[place + 5] ^= 1;
    const CheckpointReader reader(damaged(bytes));
    BOOST_CHECK_EXCEPTION(reader.verify(), remo::Error,
                          says(remo::ExitStatus::usage, "b.h5: /parameters/classifier/weight differs"));
    bytes = whole;
    bytes[bytes.find("[run]") + 1] ^= 1;
    BOOST_CHECK_EXCEPTION(CheckpointReader(damaged(bytes)).training_text("job"), remo::Error,
                          says(remo::ExitStatus::usage, "/training/job differs"));
}

/// As a file is when another program has opened it for writing: the seal is gone, the checksums in the file remain.
BOOST_AUTO_TEST_CASE(without_its_seal_a_file_is_read_and_its_attributes_are_checked) {
    const std::size_t seal = whole.rfind("remo-h5-seal-v1\n");
    BOOST_REQUIRE(seal != std::string::npos);
    std::uint64_t end = 0;
    std::memcpy(&end, whole.data() + 28, sizeof end);  // of HDF5's superblock, version 2
    const std::string unsealed = whole.substr(0, end);
    BOOST_TEST(!told(unsealed));
    BOOST_TEST(told(whole.substr(0, end + 8)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
