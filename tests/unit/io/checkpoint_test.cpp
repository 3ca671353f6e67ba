#include <boost/test/unit_test.hpp>
#include <fstream>

#include "remo/base/build_info.hpp"
#include "remo/base/file.hpp"
#include "remo/io/array_file.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "support/checkpoint_sample.hpp"
#include "support/says.hpp"
#include "support/temporary_directory.hpp"

namespace {

namespace fs = std::filesystem;
using remo::DType;
using remo::ExitStatus;
using remo::comm::Communicator;
using remo::io::CheckpointReader;
using remo::io::DatasetToWrite;
using remo::io::FileContents;
using remo::io::TensorInfo;
using remo::io::write_file;
using remo::test::CheckpointSample;
using remo::test::MemorySource;
using remo::test::says;

std::vector<std::byte> bytes_of(const CheckpointReader& reader, const std::string& group,
                                const TensorInfo& tensor) {
    std::vector<std::byte> bytes(tensor.bytes());
    reader.read(group, tensor, bytes);
    return bytes;
}

void check_group(const CheckpointReader& reader, const std::string& group, const MemorySource& expected) {
    const auto tensors = reader.datasets(group);
    BOOST_TEST_REQUIRE(tensors.size() == expected.tensors().size());
    for (const TensorInfo& tensor : tensors) {
        const TensorInfo* original = expected.find(tensor.name);
        BOOST_TEST_REQUIRE(original != nullptr, tensor.name);
        BOOST_TEST((tensor.dtype == original->dtype), tensor.name);
        BOOST_TEST(tensor.shape == original->shape, tensor.name);
        BOOST_TEST((bytes_of(reader, group, tensor) == expected.bytes(tensor.name)), tensor.name);
    }
}

struct Written : remo::test::TemporaryDirectory {
    Written() { write_file(self, file, sample.contents()); }
    Communicator self = Communicator::self();
    CheckpointSample sample;
    fs::path file = *this / "a.h5";

    /// Contents of one data set that holds `values`.
    static FileContents one(const std::string& path, const std::vector<float>& values) {
        FileContents contents;
        contents.kind = "model";
        contents.config_json = "{}";
        const auto size = static_cast<std::int64_t>(values.size());
        contents.datasets.push_back(
            {path, DType::f32, {size}, 0, values.size() * sizeof(float), values.data()});
        return contents;
    }
};

BOOST_FIXTURE_TEST_SUITE(checkpoint_file, Written)

BOOST_AUTO_TEST_CASE(data_sets_of_every_type_are_read_back) {
    const CheckpointReader reader(file);
    check_group(reader, "/parameters", sample.parameters);
    check_group(reader, "/optimizer/exp_avg", sample.moments);
    BOOST_TEST(reader.groups("/optimizer") == std::vector<std::string>{"exp_avg"});
    BOOST_TEST(reader.groups("/none").empty());
    reader.verify();
}

BOOST_AUTO_TEST_CASE(data_sets_keep_their_order) {
    const auto tensors = CheckpointReader(file).datasets("/parameters");
    BOOST_TEST(tensors[1].name == "bert.encoder.layer.2.bias");
    BOOST_TEST(tensors[2].name == "bert.encoder.layer.10.bias");
}

BOOST_AUTO_TEST_CASE(texts_attributes_and_history_are_read_back) {
    const CheckpointReader reader(file);
    const FileContents expected = sample.contents();
    BOOST_TEST(reader.kind() == "checkpoint");
    BOOST_TEST(reader.config_json() == expected.config_json);
    BOOST_TEST((reader.tokenizer() == expected.tokenizer));
    BOOST_TEST((reader.training() == expected.training));
    BOOST_TEST(reader.training_text("job") == "[run]\nseed = 1\n");
    BOOST_TEST(reader.training_text("none") == "");
    BOOST_TEST((reader.history() == expected.history));
}

BOOST_AUTO_TEST_CASE(the_file_says_where_it_comes_from) {
    const auto provenance = CheckpointReader(file).provenance();
    BOOST_TEST(provenance.at("format") == "remo");
    BOOST_TEST(provenance.at("format_version") == "1");
    BOOST_TEST(provenance.at("kind") == "checkpoint");
    BOOST_TEST(provenance.at("remo_version") == remo::build_info().version);
    BOOST_TEST(provenance.at("git_commit") == remo::build_info().git_commit);
    BOOST_TEST(provenance.at("created").size() == std::string("2026-01-01T00:00:00Z").size());
    BOOST_TEST(provenance.size() == 6u);
}

BOOST_AUTO_TEST_CASE(a_model_file_has_no_training_state) {
    write_file(self, *this / "model.h5", one("/parameters/x", {1, 2}));
    const CheckpointReader reader(*this / "model.h5");
    BOOST_TEST(reader.kind() == "model");
    BOOST_TEST(reader.training().empty());
    BOOST_TEST(reader.history().empty());
    BOOST_TEST(reader.tokenizer().empty());
    BOOST_CHECK_EXCEPTION(reader.datasets("/optimizer/exp_avg"), remo::Error,
                          says(ExitStatus::usage, "model.h5 lacks /optimizer/exp_avg"));
    reader.verify();
}

BOOST_AUTO_TEST_CASE(writing_replaces_the_file_and_leaves_no_partial_one) {
    write_file(self, file, one("/parameters/x", {1, 2}));
    BOOST_TEST(CheckpointReader(file).datasets("/parameters").size() == 1u);
    BOOST_TEST(!fs::exists(remo::partial_name(file)));
}

BOOST_AUTO_TEST_CASE(a_data_set_of_several_blocks_is_read_back) {
    std::vector<float> values(3'000'001);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
    write_file(self, *this / "large.h5", one("/parameters/x", values));
    const CheckpointReader reader(*this / "large.h5");
    std::vector<float> read(values.size());
    reader.read("/parameters", reader.datasets("/parameters")[0], std::as_writable_bytes(std::span(read)));
    BOOST_TEST((read == values));
}

BOOST_AUTO_TEST_CASE(names_that_clash_or_would_not_come_back_are_refused) {
    const std::vector<float> values{1, 2};
    const auto refused = [&](FileContents contents, const char* told) {
        BOOST_CHECK_EXCEPTION(write_file(self, *this / "b.h5", contents), remo::Error,
                              says(ExitStatus::failure, told));
        BOOST_TEST(!fs::exists(*this / "b.h5"));
        BOOST_TEST(!fs::exists(remo::partial_name(*this / "b.h5")));
    };
    FileContents prefix = one("/parameters/a", values);
    prefix.datasets.push_back(one("/parameters/a/b", values).datasets[0]);
    refused(prefix, "/parameters/a/b can't be stored beside /parameters/a");
    FileContents twice = one("/parameters/a", values);
    twice.datasets.push_back(twice.datasets[0]);
    refused(twice, "/parameters/a is given twice");
    for (const char* path :
         {"/parameters/a.b", "/parameters//a", "/parameters/a/", "/parameters", "a", "/config"}) {
        refused(one(path, values), "can't be the path");
    }
    BOOST_CHECK_EXCEPTION(remo::io::dataset_path("/parameters", "a/b"), remo::Error,
                          says(ExitStatus::usage, "tensor a/b"));
    for (const char* name : {"", "a..b", ".a", "a."}) {
        BOOST_CHECK_THROW(remo::io::dataset_path("/parameters", name), remo::Error);
    }
    BOOST_TEST(remo::io::dataset_path("/parameters", "a.b.0.c") == "/parameters/a/b/0/c");
}

BOOST_AUTO_TEST_CASE(ranges_that_do_not_cover_a_data_set_are_refused) {
    const std::vector<float> values(2'000'000);  // two blocks
    const auto refused = [&](std::size_t begin, std::size_t end, const char* told) {
        FileContents contents = one("/parameters/a", values);
        contents.datasets[0].begin = begin;
        contents.datasets[0].end = end;
        BOOST_CHECK_EXCEPTION(write_file(self, *this / "b.h5", contents), remo::Error,
                              says(ExitStatus::failure, told));
    };
    refused(0, remo::io::checksum_block_bytes, "no rank writes all of /parameters/a");
    refused(0, 100, "are no whole blocks");
    refused(8, 8'000'000, "are no whole blocks");
    refused(0, 8'000'004, "are no whole blocks");
}

BOOST_AUTO_TEST_CASE(shares_cover_everything_once) {
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, remo::io::checksum_block_bytes,
                                    7 * remo::io::checksum_block_bytes + 3}) {
        for (int ranks = 1; ranks <= 5; ++ranks) {
            for (std::size_t turn = 0; turn < 3; ++turn) {
                std::map<std::size_t, std::size_t> parts;
                std::size_t sum = 0;
                for (int rank = 0; rank < ranks; ++rank) {
                    const auto [begin, end] = remo::io::share_of(bytes, rank, ranks, turn);
                    if (begin < end) parts[begin] = end;
                    sum += end - begin;
                }
                std::size_t reached = 0;
                for (const auto& [begin, end] : parts) {
                    BOOST_TEST(begin == reached);
                    BOOST_TEST(begin % remo::io::checksum_block_bytes == 0u);
                    reached = end;
                }
                BOOST_TEST(reached == bytes);
                BOOST_TEST(sum == bytes);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_failed_write_leaves_the_old_file) {
    fs::create_directory(*this / "taken.h5");
    BOOST_CHECK_EXCEPTION(write_file(self, *this / "taken.h5", sample.contents()), remo::Error,
                          says(ExitStatus::failure, "taken.h5"));
    BOOST_TEST(!fs::exists(remo::partial_name(*this / "taken.h5")));
    BOOST_CHECK_EXCEPTION(write_file(self, *this / "no/such/a.h5", sample.contents()), remo::Error,
                          says(ExitStatus::failure, "No such file"));
}

BOOST_AUTO_TEST_CASE(files_that_are_not_ours_are_refused) {
    const auto refused = [&](const std::string& name, const char* told) {
        BOOST_CHECK_EXCEPTION(CheckpointReader(*this / name), remo::Error, says(ExitStatus::usage, told));
        BOOST_CHECK_EXCEPTION(CheckpointReader(*this / name), remo::Error, says(ExitStatus::usage, name));
    };
    refused("none.h5", "No such file");
    remo::write_file_atomically(*this / "text.h5", "some text");
    refused("text.h5", "as an HDF5 file");
    remo::write_file_atomically(*this / "empty.h5", "");
    refused("empty.h5", "as an HDF5 file");
    remo::io::ArrayFile::create(*this / "other.h5").close();
    refused("other.h5", "none that remo wrote");
    {
        auto newer = remo::io::ArrayFile::create(*this / "newer.h5");
        newer.set_attribute("format", std::string("remo"));
        newer.set_attribute("format_version", std::int64_t{2});
        newer.close();
    }
    refused("newer.h5", "has format version 2; this remo reads versions up to 1");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
