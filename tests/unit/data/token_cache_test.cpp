#include <unistd.h>

#include "captured_messages.hpp"
#include "dataset_fixture.hpp"

using namespace remo;
using namespace remo::data;
using namespace remo::test;

namespace {

void overwrite(const std::filesystem::path& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(token_cache, DatasetFixture)

// Every region of the file, flipped or cut: found, told and made again with the same tokens.
BOOST_AUTO_TEST_CASE(damaged_caches_are_made_again) {
    const auto path = write(directory, "a.tsv", generated_tsv(40));
    const TokenDataset first = prepare(path);
    const auto ids = ids_of(first);
    const std::string sound = bytes_of(first.cache_path());
    const auto damaged = [&](const std::string& bytes, const std::string& what) {
        overwrite(first.cache_path(), bytes);
        CapturedMessages messages;
        const TokenDataset again = prepare(path);
        BOOST_TEST(!again.reused(), what);
        BOOST_TEST(messages.text().find(".h5: ") != std::string::npos, what);
        BOOST_TEST(messages.text().find("the token cache is made again") != std::string::npos, what);
        BOOST_TEST((ids_of(again) == ids), what);
        BOOST_TEST(prepare(path).reused(), what);
    };
    for (std::size_t i = 0; i < 40; ++i) {
        std::string bytes = sound;
        const std::size_t at = i * (bytes.size() - 1) / 39;
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << i % 8));
        damaged(bytes, "bit flipped in byte " + std::to_string(at));
    }
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{100}, std::size_t{512}, sound.size() / 2, sound.size() - 1})
        damaged(sound.substr(0, size), "cut to " + std::to_string(size));
    damaged(sound + "x", "a byte too many");
    damaged("some text that is no cache at all", "foreign");
    damaged(sound.substr(512), "without its beginning");
}

BOOST_AUTO_TEST_CASE(damage_after_opening_is_found_when_the_block_is_read) {
    const auto path = write(directory, "a.tsv", generated_tsv(2000));
    const TokenDataset dataset = prepare(path);
    const auto last = dataset.size() - 1;
    std::vector<std::int32_t> ids;
    dataset.read_tokens(last, last + 1, ids);
    // The last sample's tokens as they stand in the file.
    const std::string pattern(reinterpret_cast<const char*>(ids.data()), ids.size() * sizeof(std::int32_t));
    std::string bytes = bytes_of(dataset.cache_path());
    const std::size_t at = bytes.rfind(pattern);
    BOOST_TEST_REQUIRE(at != std::string::npos);
    bytes[at] ^= 4;
    overwrite(dataset.cache_path(), bytes);
    dataset.read_tokens(0, 1, ids);
    BOOST_TEST(ids == encode("the"), boost::test_tools::per_element());
    BOOST_CHECK_EXCEPTION(dataset.read_tokens(last, last + 1, ids), Error, [&](const Error& error) {
        BOOST_TEST_MESSAGE(error.what());
        return std::string(error.what()).find(dataset.cache_path().string()) != std::string::npos;
    });
}

BOOST_AUTO_TEST_CASE(leftovers_of_killed_processes_are_removed) {
    const auto path = write(directory, "a.tsv", generated_tsv(5));
    const TokenDataset dataset = prepare(path);
    char host[256] = "";
    BOOST_TEST_REQUIRE(::gethostname(host, sizeof host - 1) == 0);
    const std::string name = "." + dataset.cache_path().filename().string() + "." + host + "-";
    write(directory, "cache/" + name + "999999999.partial", "x");
    write(directory, "cache/" + name + "999999999.partial.tokens", "x");
    write(directory, "cache/" + name + "1.partial", "x");  // of a process that runs
    std::filesystem::remove(dataset.cache_path());
    BOOST_TEST(!prepare(path).reused());
    const auto files = std::distance(std::filesystem::directory_iterator(directory / "cache"), {});
    BOOST_TEST(files == 2);
    BOOST_TEST(std::filesystem::exists(directory / "cache" / (name + "1.partial")));
}

BOOST_AUTO_TEST_CASE(a_cache_can_be_named_as_the_data) {
    const auto path = write(directory, "a.tsv", generated_tsv(30));
    const TokenDataset first = prepare(path);
    const TokenDataset given = prepare(first.cache_path());
    BOOST_TEST(given.reused());
    BOOST_TEST((ids_of(given) == ids_of(first)));
    BOOST_TEST(given.origin() == path.string());
    const auto message = [&](const text::Tokenizer& with, const DatasetOptions& options) {
        return usage_message(directory, [&] {
            TokenDataset::prepare(self, first.cache_path(), with, options, directory / "cache", log);
        });
    };
    DatasetOptions options;
    BOOST_TEST(message(small_tokenizer("remo\n"), options).find("another tokenizer") != std::string::npos);
    options.max_length = 64;
    BOOST_TEST(message(tokenizer, options).find("max_length 128, not 64") != std::string::npos);
    options = {};
    options.text = {"text"};
    BOOST_TEST(message(tokenizer, options).find("text of 'sentence', not of 'text'") != std::string::npos);
    options = {};
    options.label = "gold";
    BOOST_TEST(message(tokenizer, options).find("labels of 'label', not of 'gold'") != std::string::npos);
    const auto foreign = write(directory, "foreign.h5", "\x89HDF\r\n\x1a\n");
    BOOST_TEST(begins(usage_message(directory, [&] { prepare(foreign); }), "foreign.h5: "));
    BOOST_TEST(begins(usage_message(directory, [&] { prepare(directory / "no.h5"); }), "no.h5: "));
}

BOOST_AUTO_TEST_SUITE_END()
