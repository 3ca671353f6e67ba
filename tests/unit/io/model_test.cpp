// Whole models: opening and writing directories and files.
#include <boost/test/unit_test.hpp>

#include "remo/base/file.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "remo/io/export.hpp"
#include "remo/io/safetensors.hpp"
#include "support/checkpoint_sample.hpp"
#include "support/says.hpp"
#include "support/temporary_directory.hpp"

namespace {

namespace fs = std::filesystem;
using namespace remo;
using io::ModelBundle;
using io::open_model;
using io::TensorInfo;
using test::says;

void check_equal(const io::TensorSource& a, const io::TensorSource& b) {
    BOOST_TEST_REQUIRE(a.tensors().size() == b.tensors().size());
    for (const TensorInfo& tensor : a.tensors()) {
        const TensorInfo* other = b.find(tensor.name);
        BOOST_TEST_REQUIRE(other != nullptr, tensor.name);
        BOOST_TEST((other->dtype == tensor.dtype && other->shape == tensor.shape), tensor.name);
        std::vector<std::byte> bytes[2] = {std::vector<std::byte>(tensor.bytes()),
                                           std::vector<std::byte>(tensor.bytes())};
        a.read(tensor, bytes[0]);
        b.read(*other, bytes[1]);
        BOOST_TEST((bytes[0] == bytes[1]), tensor.name);
    }
}

struct Model : test::TemporaryDirectory {
    Model() {
        fs::create_directory(directory);
        write_file_atomically(directory / "config.json", config);
        write_file_atomically(directory / "vocab.txt", "[PAD]\né\n");
        write_file_atomically(directory / "README.md", "not part of the model");
        io::write_safetensors(directory / "model.safetensors", sample.parameters);
    }
    test::CheckpointSample sample;
    fs::path directory = *this / "model";
    std::string config = "{\n  \"model_type\": \"bert\",\n  \"unknown\": 1e-12\n}\n";
};

BOOST_FIXTURE_TEST_SUITE(model, Model)

BOOST_AUTO_TEST_CASE(a_directory_is_opened) {
    const ModelBundle bundle = open_model(directory);
    BOOST_TEST(bundle.config_json == config);
    BOOST_TEST((bundle.tokenizer == io::TextFiles{{"vocab.txt", "[PAD]\né\n"}}));
    check_equal(sample.parameters, *bundle.tensors);
    BOOST_TEST(open_model(directory, io::BundleParts::without_tensors).tensors == nullptr);
}

BOOST_AUTO_TEST_CASE(a_round_trip_through_hdf5_keeps_everything) {
    io::write_model_file(*this / "m.h5", open_model(directory), "[run]\n");
    const ModelBundle stored = open_model(*this / "m.h5");
    check_equal(sample.parameters, *stored.tensors);
    BOOST_TEST(stored.config_json == config);
    BOOST_TEST(stored.attributes.at("source") == directory.string());
    BOOST_TEST(stored.attributes.at("kind") == "model");
    BOOST_TEST(io::CheckpointReader(*this / "m.h5").training_text("job") == "[run]\n");
    io::write_model_directory(*this / "back", stored);
    BOOST_TEST(read_file(*this / "back/config.json") == config);
    BOOST_TEST(read_file(*this / "back/vocab.txt") == "[PAD]\né\n");
    BOOST_TEST((read_file(*this / "back/model.safetensors") == read_file(directory / "model.safetensors")));
}

BOOST_AUTO_TEST_CASE(a_checkpoint_is_opened_as_a_model) {
    io::write_file(comm::Communicator::self(), *this / "c.h5", sample.contents());
    const ModelBundle bundle = open_model(*this / "c.h5");
    check_equal(sample.parameters, *bundle.tensors);
    BOOST_TEST(bundle.tokenizer.at("added_tokens.json") == "");
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_named) {
    BOOST_CHECK_EXCEPTION(open_model(*this / "none"), Error, says(ExitStatus::usage, "there is no model"));
    BOOST_CHECK_EXCEPTION(open_model(std::string(300, 'm')), Error,
                          says(ExitStatus::usage, "can't open mmm"));
    BOOST_CHECK_EXCEPTION(open_model(directory / "model.safetensors"), Error,
                          says(ExitStatus::usage, "weights alone"));
    fs::remove(directory / "model.safetensors");
    BOOST_TEST(open_model(directory).tensors == nullptr);
    BOOST_CHECK_EXCEPTION(io::write_model_file(*this / "m.h5", open_model(directory), ""), Error,
                          says(ExitStatus::usage, "model.safetensors is missing"));
    write_file_atomically(directory / "pytorch_model.bin", "x");
    BOOST_CHECK_EXCEPTION(open_model(directory), Error, says(ExitStatus::usage, "save_pretrained"));
    BOOST_CHECK_NO_THROW(open_model(directory, io::BundleParts::without_tensors));
    fs::remove(directory / "config.json");
    BOOST_CHECK_EXCEPTION(open_model(directory), Error, says(ExitStatus::usage, "holds no config.json"));
}

BOOST_AUTO_TEST_CASE(a_sharded_directory_is_opened) {
    fs::rename(directory / "model.safetensors", directory / "model-00001-of-00001.safetensors");
    std::string map;
    for (const TensorInfo& tensor : sample.parameters.tensors()) {
        map += (map.empty() ? "\"" : ", \"") + tensor.name + "\": \"model-00001-of-00001.safetensors\"";
    }
    write_file_atomically(directory / "model.safetensors.index.json", "{\"weight_map\": {" + map + "}}");
    check_equal(sample.parameters, *open_model(directory).tensors);
}

BOOST_AUTO_TEST_CASE(only_models_are_written_over) {
    const ModelBundle bundle = open_model(directory);
    fs::create_directories(*this / "other/inside");
    BOOST_CHECK_EXCEPTION(io::write_model_directory(*this / "other", bundle), Error,
                          says(ExitStatus::usage, "holds files, but no model"));
    write_file_atomically(*this / "text.h5", "text");
    BOOST_CHECK_EXCEPTION(io::write_model_directory(*this / "text.h5", bundle), Error,
                          says(ExitStatus::usage, "is no directory"));
    BOOST_CHECK_EXCEPTION(io::write_model_file(*this / "text.h5", bundle, ""), Error,
                          says(ExitStatus::usage, "is no sound model file"));
    io::write_file(comm::Communicator::self(), *this / "c.h5", sample.contents());
    BOOST_CHECK_EXCEPTION(io::write_model_file(*this / "c.h5", bundle, ""), Error,
                          says(ExitStatus::usage, "is a checkpoint file"));
    io::write_model_file(*this / "m.h5", bundle, "");
    io::write_model_file(*this / "m.h5", bundle, "");
}

BOOST_AUTO_TEST_CASE(writing_over_a_model_leaves_none_of_its_files_to_mix_with) {
    fs::create_directory(*this / "old");
    for (const char* name : {"config.json", "merges.txt", "model.safetensors.index.json", "notes.txt"}) {
        write_file_atomically(*this / "old" / name, "old");
    }
    io::write_model_directory(*this / "old", open_model(directory));
    BOOST_TEST(!fs::exists(*this / "old/merges.txt"));
    BOOST_TEST(!fs::exists(*this / "old/model.safetensors.index.json"));
    BOOST_TEST(read_file(*this / "old/notes.txt") == "old");
    check_equal(sample.parameters, *open_model(*this / "old").tensors);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
