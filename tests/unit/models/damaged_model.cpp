// A damaged config.json or model.safetensors is told, or gives the same model; it never crashes, hangs or loads other shapes.
// (Neither format has checksums: a changed digit that leaves a sound file, such as a dropout of 0.2 for 0.1, can't be told.)
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <fstream>
#include <random>

#include "remo/base/error.hpp"
#include "remo/base/file.hpp"
#include "remo/io/model_bundle.hpp"
#include "remo/models/registry.hpp"
#include "support/model_tools.hpp"
#include "support/temporary_directory.hpp"

namespace {

using namespace remo;
using testing::TestModel;
namespace fs = std::filesystem;

struct DamagedModel : test::TemporaryDirectory {
    DamagedModel() {
        const fs::path golden = fs::path(REMO_SOURCE_DIR) / "tests/golden/models/bert/model";
        config_text = read_file(golden / "config.json");
        weights = read_file(golden / "model.safetensors");
        write("config.json", config_text);
        write("model.safetensors", weights);
        expected = load();
    }

    void write(const std::string& name, const std::string& bytes) const {
        std::ofstream(*this / name, std::ios::binary | std::ios::trunc) << bytes;
    }

    /// All parameters, as a program would load them.
    [[nodiscard]] std::vector<float> load() const {
        const io::ModelBundle bundle = io::open_model(path());
        const auto config = models::ModelConfig::parse(bundle.config_json, (path() / "config.json").string());
        TestModel model(config);
        initialised = models::load_parameters(*model.model, testing::device(), config, *bundle.tensors, 1)
                          .newly_initialised.size();
        std::vector<float> values;
        for (const Parameter& parameter : model.store().parameters()) {
            const auto more = model.value(parameter);
            values.insert(values.end(), more.begin(), more.end());
        }
        return values;
    }

    /// Whether the damage is told as a mistake in a file of this directory. Otherwise the parameters are the same ones, but for
    /// those of the head that the report names as new.
    bool told() const {
        try {
            const std::vector<float> values = load();
            BOOST_TEST((values == expected || initialised > 0));
            return false;
        } catch (const remo::Error& error) {
            BOOST_TEST((error.status() == ExitStatus::usage), error.what());
            BOOST_TEST(std::string(error.what()).find(path().string()) != std::string::npos, error.what());
            return true;
        }
    }

    std::string config_text, weights;
    std::vector<float> expected;
    mutable std::size_t initialised = 0;
};

std::string flipped(std::string bytes, std::size_t place, unsigned bit) {
    bytes[place] = static_cast<char>(bytes[place] ^ (1 << bit));
    return bytes;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(damaged_model, DamagedModel)

BOOST_AUTO_TEST_CASE(a_flipped_bit_of_the_configuration) {
    int count = 0;
    for (std::size_t place = 0; place < config_text.size(); place += 2) {
        write("config.json", flipped(config_text, place, place / 2 % 8));
        BOOST_TEST_CONTEXT("byte " << place) {
            count += told() ? 1 : 0;
        }
    }
    BOOST_TEST(count > static_cast<int>(config_text.size() / 2) / 3);
}

BOOST_AUTO_TEST_CASE(a_cut_configuration_is_told) {
    for (std::size_t size = 0; size + 2 < config_text.size(); size += 5) {
        write("config.json", config_text.substr(0, size));
        BOOST_TEST(told(), "cut to " << size);
    }
}

BOOST_AUTO_TEST_CASE(absurd_sizes_are_told_at_once) {
    for (const std::string key : {"hidden_size", "num_hidden_layers", "vocab_size", "max_position_embeddings",
                                  "intermediate_size", "type_vocab_size", "num_attention_heads"}) {
        for (const std::string value : {"2000000000", "4611686018427387904", "1e999", "-1", "0", "2.5"}) {
            const std::size_t begin = config_text.find("\"" + key + "\": ") + key.size() + 4;
            std::string text = config_text;
            text.replace(begin, text.find_first_of(",\n", begin) - begin, value);
            write("config.json", text);
            BOOST_TEST(told(), key << " = " << value);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_flipped_bit_of_the_weights_header) {
    std::uint64_t header = 0;
    std::memcpy(&header, weights.data(), sizeof header);
    int count = 0, cases = 0;
    for (std::size_t place = 0; place < 8 + header; place += 7, ++cases) {
        write("model.safetensors", flipped(weights, place, place % 8));
        BOOST_TEST_CONTEXT("byte " << place) {
            count += told() ? 1 : 0;
        }
    }
    BOOST_TEST(cases > 300);
    BOOST_TEST(count > cases * 3 / 4);
}

BOOST_AUTO_TEST_CASE(cut_weights_are_told) {
    std::mt19937 random(3);
    for (std::size_t size = 0; size < weights.size(); size += 1 + random() % (weights.size() / 40)) {
        write("model.safetensors", weights.substr(0, size));
        BOOST_TEST(told(), "cut to " << size);
    }
    write("model.safetensors", weights + "x");
    BOOST_TEST(told());
}

BOOST_AUTO_TEST_SUITE_END()
