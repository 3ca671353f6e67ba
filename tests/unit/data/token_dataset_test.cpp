#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "captured_messages.hpp"
#include "rows.hpp"
#include "small_vocabulary.hpp"

using namespace remo;
using namespace remo::data;
using test::bytes_of;
using test::CapturedMessages;
using test::generated_tsv;
using test::ids_of;
using test::small_tokenizer;
using test::TemporaryDirectory;
using test::usage_message;
using test::write;

namespace {

struct Fixture {
    TemporaryDirectory directory;
    comm::Communicator self = comm::Communicator::self();
    Log log{0, 1, "host"};
    text::Tokenizer tokenizer = small_tokenizer();

    TokenDataset prepare(const std::filesystem::path& path, const DatasetOptions& options = {}) {
        return TokenDataset::prepare(self, path, tokenizer, options, directory / "cache", log);
    }
    std::string message(const std::string& name, std::string_view bytes, const DatasetOptions& options = {}) {
        const auto path = write(directory, name, bytes);
        return usage_message(directory, [&] { prepare(path, options); });
    }
    [[nodiscard]] std::vector<std::int32_t> encode(std::string_view text,
                                                   std::optional<std::string_view> pair = {},
                                                   std::int32_t max_length = 128) const {
        text::Encoding encoding;
        tokenizer.encode(text, pair, max_length, encoding);
        return encoding.ids;
    }
};

void overwrite(const std::filesystem::path& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

bool begins(const std::string& text, const std::string& prefix) {
    BOOST_TEST_MESSAGE(text);
    return text.starts_with(prefix);
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(token_dataset, Fixture)

BOOST_AUTO_TEST_CASE(tokens_lengths_and_labels) {
    const auto path =
        write(directory, "a.tsv", "label\ttext\n10\tThe oar\n2\trow, boat!\n-1\tfast\n10\tslow\n\tx\n");
    const TokenDataset dataset = prepare(path);
    BOOST_TEST(!dataset.reused());
    const auto ids = ids_of(dataset);
    BOOST_TEST((ids == std::vector{encode("The oar"), encode("row, boat!"), encode("fast"), encode("slow"),
                                   encode("x")}));
    for (std::size_t i = 0; i < ids.size(); ++i) {
        BOOST_TEST(dataset.lengths()[i] == static_cast<std::int32_t>(ids[i].size()));
        BOOST_TEST(dataset.first_segments()[i] == dataset.lengths()[i]);
    }
    BOOST_TEST((dataset.label_names() == std::vector<std::string>{"2", "10"}));
    const std::vector<std::int32_t> labels = {1, 0, -1, 1, -1};
    BOOST_TEST(dataset.labels() == labels, boost::test_tools::per_element());
    BOOST_TEST(dataset.statistics().unlabelled == 2);
    BOOST_TEST(
        begins(usage_message(directory, [&] { dataset.require_labels(); }), "a.tsv:4: the row has no label"));
    std::vector<std::int32_t> scattered;
    dataset.read_samples(std::vector<std::int64_t>{3, 0, 3}, scattered);
    auto expected = encode("slow");
    for (const auto id : encode("The oar")) expected.push_back(id);
    for (const auto id : encode("slow")) expected.push_back(id);
    BOOST_TEST(scattered == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(pairs_truncation_and_statistics) {
    DatasetOptions options;
    options.text = {"premise", "hypothesis"};
    options.max_length = 8;
    const auto path =
        write(directory, "a.csv",
              "premise,hypothesis,label\nthe oar,boat,1\nthe boat row fast the water,slow,0\nrow,,1\n");
    const TokenDataset dataset = prepare(path, options);
    const auto ids = ids_of(dataset);
    BOOST_TEST(ids[0] == encode("the oar", "boat", 8), boost::test_tools::per_element());
    BOOST_TEST(ids[1] == encode("the boat row fast the water", "slow", 8), boost::test_tools::per_element());
    BOOST_TEST(ids[2] == encode("row", "", 8), boost::test_tools::per_element());
    BOOST_TEST(dataset.first_segments()[0] == 4);
    BOOST_TEST(dataset.lengths()[1] == 8);
    BOOST_TEST(dataset.statistics().truncated == 1);
    BOOST_TEST(dataset.statistics().longest == 8);
    BOOST_TEST(dataset.statistics().empty == 0);
    BOOST_TEST(dataset.statistics().tokens == 6 + 8 + 4);
}

BOOST_AUTO_TEST_CASE(a_cache_is_reused_for_the_same_data_and_settings_only) {
    const auto path = write(directory, "a.tsv", generated_tsv(50));
    const TokenDataset first = prepare(path);
    const TokenDataset second = prepare(path);
    BOOST_TEST(second.reused());
    BOOST_TEST(second.cache_path() == first.cache_path());
    BOOST_TEST((ids_of(second) == ids_of(first)));
    BOOST_TEST(second.labels() == first.labels(), boost::test_tools::per_element());
    BOOST_TEST(second.statistics().tokens == first.statistics().tokens);
    DatasetOptions shorter;
    shorter.max_length = 64;
    BOOST_TEST(!prepare(path, shorter).reused());
    write(directory, "a.tsv", generated_tsv(51));
    BOOST_TEST(!prepare(path).reused());
    const text::Tokenizer other = small_tokenizer("remo\n");
    BOOST_TEST(!TokenDataset::prepare(self, path, other, {}, directory / "cache", log).reused());
}

BOOST_AUTO_TEST_CASE(windows_do_not_change_the_cache) {
    const auto path = write(directory, "a.tsv", generated_tsv(300));
    const TokenDataset whole = prepare(path);
    DatasetOptions small;
    small.window_bytes = 100;
    const TokenDataset pieces = TokenDataset::prepare(self, path, tokenizer, small, directory / "other", log);
    BOOST_TEST(!pieces.reused());
    BOOST_TEST((ids_of(pieces) == ids_of(whole)));
    BOOST_TEST(pieces.labels() == whole.labels(), boost::test_tools::per_element());
    BOOST_TEST(pieces.cache_path().filename() == whole.cache_path().filename());
}

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

BOOST_AUTO_TEST_CASE(empty_texts_are_kept_skipped_or_refused) {
    const std::string tsv = "text\tlabel\noar\t1\n\t0\nrow\t1\n  \t1\n";
    const auto path = write(directory, "a.tsv", tsv);
    DatasetOptions options;
    CapturedMessages messages;
    const TokenDataset kept = prepare(path, options);
    BOOST_TEST(messages.text().find("2 rows have an empty text (lines 3, 5)") != std::string::npos);
    BOOST_TEST(kept.size() == 4);
    BOOST_TEST(kept.statistics().empty == 2);
    BOOST_TEST(kept.lengths()[1] == 2);
    options.empty_text = EmptyText::skip;
    const TokenDataset skipped = prepare(path, options);
    BOOST_TEST(skipped.size() == 2);
    BOOST_TEST(skipped.statistics().skipped == 2);
    BOOST_TEST((skipped.label_names() == std::vector<std::string>{"1"}));
    options.empty_text = EmptyText::error;
    BOOST_TEST(begins(message("a.tsv", tsv, options), "a.tsv:3: the text is empty"));
}

BOOST_AUTO_TEST_CASE(mistakes_in_the_data) {
    BOOST_TEST(begins(message("a.tsv", "text\tlabel\n"), "a.tsv: there are no rows"));
    BOOST_TEST(begins(message("a.tsv", "txt\tlabel\nx\t1\n"), "a.tsv:1:1: there is no column 'text'"));
    BOOST_TEST(begins(message("a.tsv", "text\tlable\nx\t1\n"),
                      "a.tsv:1:1: there is no column 'label'; did you mean 'lable'?"));
    BOOST_TEST(begins(message("a.tsv", "text\tlabel\nx\t1\ny\n"), "a.tsv:3:2: this row has 1 cell"));
    BOOST_TEST(begins(message("a.tsv", "text\tlabel\n\xFF\t1\n"), "a.tsv:2:1: byte 0xFF is not valid UTF-8"));
    BOOST_TEST(std::filesystem::is_empty(directory / "cache"));  // no partial files stay
    DatasetOptions options;
    options.invalid_utf8 = InvalidUtf8::replace;
    const CapturedMessages messages;
    const TokenDataset replaced = prepare(write(directory, "b.tsv", "text\tlabel\n\xFF\t1\n"), options);
    BOOST_TEST(replaced.statistics().replaced_utf8 == 1);
    options.text = {"a", "b", "c"};
    BOOST_TEST(message("a.tsv", "a\tb\tc\tlabel\n", options).find("one or two columns") != std::string::npos);
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

BOOST_AUTO_TEST_CASE(labels_may_be_absent_for_prediction) {
    DatasetOptions options;
    options.labels_required = false;
    const auto path = write(directory, "a.tsv", "sentence\nthe oar\nrow\n");
    const TokenDataset dataset = prepare(path, options);
    BOOST_TEST(dataset.size() == 2);
    BOOST_TEST(dataset.label_names().empty());
    BOOST_TEST(dataset.labels()[1] == -1);
    BOOST_TEST(dataset.label_column().empty());
    BOOST_TEST(
        begins(usage_message(directory, [&] { prepare(path); }), "a.tsv:1:1: there is no column 'label'"));
    BOOST_TEST(prepare(write(directory, "a.txt", "the oar\nrow\n"), options).size() == 2);
}

BOOST_AUTO_TEST_CASE(labels_are_mapped_to_names) {
    const auto path = write(directory, "a.tsv", "text\tlabel\na\tpos\nb\tneg\nc\tpos\n");
    TokenDataset dataset = prepare(path);
    const std::vector<std::string> names = {"pos", "neu", "neg"};
    dataset.map_labels(names, false);
    BOOST_TEST(dataset.labels() == (std::vector<std::int32_t>{0, 2, 0}), boost::test_tools::per_element());
    dataset.map_labels(std::vector<std::string>{"neg", "pos"}, false);  // "neu" occurs in no row
    BOOST_TEST(dataset.labels() == (std::vector<std::int32_t>{1, 0, 1}), boost::test_tools::per_element());
    const std::string message = usage_message(directory, [&] {
        dataset.map_labels(std::vector<std::string>{"pos", "negative"}, false);
    });
    BOOST_TEST(begins(
        message, "a.tsv:3: label 'neg' (column 'label') is not among the model's labels: pos, negative"));
}

BOOST_AUTO_TEST_CASE(integer_labels_map_onto_default_names_by_index) {
    const auto path = write(directory, "a.tsv", "text\tlabel\na\t2\nb\t0\nc\tLABEL_1\n");
    TokenDataset dataset = prepare(path);
    const std::vector<std::string> names = {"LABEL_0", "LABEL_1", "LABEL_2"};
    BOOST_TEST(
        begins(usage_message(directory, [&] { dataset.map_labels(names, false); }), "a.tsv:3: label '0'"));
    dataset.map_labels(names, true);
    BOOST_TEST(dataset.labels() == (std::vector<std::int32_t>{2, 0, 1}), boost::test_tools::per_element());
    TokenDataset fresh = prepare(path);
    const std::string message = usage_message(directory, [&] {
        fresh.map_labels(std::vector<std::string>{"LABEL_0", "LABEL_1"}, true);
    });
    BOOST_TEST(begins(message, "a.tsv:2: label '2'"));
}

BOOST_AUTO_TEST_SUITE_END()
