// What golden files don't show: broken text, limits, shared tokenizers, and what a tokenizer tells about itself.
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <thread>

#include "remo/base/error.hpp"
#include "remo/text/tokenizer.hpp"

using namespace remo::text;

namespace {

const char* vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nhello\n##llo\nhe\nw\n##x\n";

Tokenizer small(const std::string& config = "{}") {
    return Tokenizer::load({{"vocab.txt", vocabulary}, {"tokenizer_config.json", config}}, "small");
}

std::vector<std::int32_t> ids_of(const Tokenizer& tokenizer, std::string_view text,
                                 std::int32_t max_length = 0) {
    Encoding out;
    Scratch scratch;
    tokenizer.encode(text, std::nullopt, max_length, out, scratch);
    return out.ids;
}

using Ids = std::vector<std::int32_t>;

}  // namespace

BOOST_AUTO_TEST_SUITE(encoding)

BOOST_AUTO_TEST_CASE(invalid_utf8_reads_as_the_replacement_character_which_the_clean_up_removes) {
    const Tokenizer tokenizer = small();
    for (const char* text : {"he\xFFllo", "hel\xC0\xAFlo", "hello\xE2\x82", "\xED\xA0\x80hello",
                             "h\xF4\x90\x80\x80"
                             "ello",
                             "\x80hello", "hello\xF0\x9F"}) {
        BOOST_TEST(ids_of(tokenizer, text) == (Ids{2, 5, 3}), boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(every_sequence_of_two_bytes_is_read) {
    const Tokenizer plain = small();
    const Tokenizer parsing =
        Tokenizer::load({{"vocab.txt", vocabulary}}, "small", {.parse_special_tokens = true});
    const std::string special = "[SEP]";
    int wrong = 0;
    Encoding out;
    Scratch scratch;
    for (int bytes = 0; bytes < 0x10000; ++bytes) {
        const std::string text{static_cast<char>(bytes >> 8), static_cast<char>(bytes & 0xFF)};
        plain.encode(text, text + special, 6, out, scratch);
        wrong += out.ids.size() > 6 || out.ids.front() != 2;
        parsing.encode(text + special + text, std::nullopt, 0, out, scratch);
        wrong += out.ids.size() < 3 || std::count(out.ids.begin(), out.ids.end(), 3) != 2;
    }
    BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_CASE(a_very_long_word_is_one_unknown_token) {
    BOOST_TEST(ids_of(small(), std::string(5'000'000, 'w')) == (Ids{2, 1, 3}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(long_runs_of_marks_take_no_quadratic_time) {
    std::string text = "he";
    for (int i = 0; i < 300'000; ++i)
        text += i % 2 ? "\xE3\x80\xAE" : "\xF0\x9D\x85\xA5";  // U+302E, U+1D165: both are kept
    BOOST_TEST(ids_of(small(), text).size() == 3U);
}

BOOST_AUTO_TEST_CASE(too_small_a_max_length_is_refused) {
    const Tokenizer tokenizer = small();
    BOOST_TEST(ids_of(tokenizer, "hello w", 2) == (Ids{2, 3}), boost::test_tools::per_element());
    BOOST_CHECK_THROW(ids_of(tokenizer, "hello", 1), remo::Error);
    BOOST_CHECK_THROW(ids_of(tokenizer, "hello", -4), remo::Error);
    Encoding out;
    BOOST_CHECK_THROW(tokenizer.encode("hello", "w", 2, out), remo::Error);
}

BOOST_AUTO_TEST_CASE(an_empty_second_text_makes_a_pair) {
    Encoding out;
    small().encode("hello", "", 0, out);
    BOOST_TEST(out.ids == (Ids{2, 5, 3, 3}), boost::test_tools::per_element());
    BOOST_TEST(out.first_segment == 3);
}

BOOST_AUTO_TEST_CASE(one_scratch_serves_several_tokenizers) {
    const Tokenizer lower = small(), cased = small(R"({"do_lower_case": false})");
    Scratch scratch;
    Encoding out;
    for (int round = 0; round < 3; ++round) {
        lower.encode("HELLO", std::nullopt, 0, out, scratch);
        BOOST_TEST(out.ids == (Ids{2, 5, 3}), boost::test_tools::per_element());
        cased.encode("HELLO", std::nullopt, 0, out, scratch);
        BOOST_TEST(out.ids == (Ids{2, 1, 3}), boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(threads_share_a_tokenizer) {
    const Tokenizer tokenizer = small();
    std::vector<int> wrong(4, 0);
    std::vector<std::thread> threads;
    for (int& count : wrong) {
        threads.emplace_back([&] {
            Scratch scratch;
            Encoding out;
            for (int i = 0; i < 5000; ++i) {
                tokenizer.encode(i % 2 ? "hello w" : "hexx", std::nullopt, 0, out, scratch);
                count += out.ids != (i % 2 ? Ids{2, 5, 8, 3} : Ids{2, 7, 9, 9, 3});
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    BOOST_TEST(wrong == std::vector<int>(4, 0), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_tokenizer_tells_its_tokens) {
    const Tokenizer tokenizer = small();
    BOOST_TEST(tokenizer.vocabulary_size() == 10);
    BOOST_TEST(tokenizer.token(6) == "##llo");
    BOOST_TEST(tokenizer.token(10) == "");
    BOOST_TEST(tokenizer.token(-1) == "");
    BOOST_TEST(tokenizer.special().cls == 2);
    BOOST_TEST(tokenizer.special().mask == 4);
    BOOST_TEST(tokenizer.notes().empty());
}

BOOST_AUTO_TEST_CASE(the_fingerprint_follows_what_decides_about_ids) {
    const Tokenizer tokenizer = small();
    BOOST_TEST(tokenizer.fingerprint() == small(R"({"name_or_path": "elsewhere"})").fingerprint());
    BOOST_TEST(tokenizer.fingerprint() != small(R"({"do_lower_case": false})").fingerprint());
    BOOST_TEST(tokenizer.fingerprint() != small(R"({"additional_special_tokens": ["<x>"]})").fingerprint());
    const Tokenizer parsing =
        Tokenizer::load({{"vocab.txt", vocabulary}}, "small", {.parse_special_tokens = true});
    BOOST_TEST(tokenizer.fingerprint() != parsing.fingerprint());
}

BOOST_AUTO_TEST_CASE(contradictions_between_files_are_told) {
    const std::string json =
        R"({"added_tokens": [], "post_processor": null, "pre_tokenizer": {"type": "BertPreTokenizer"},
        "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": false},
        "model": {"unk_token": "[UNK]", "vocab": {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "[MASK]": 4, "Hello": 5}}})";
    const Tokenizer tokenizer =
        Tokenizer::load({{"tokenizer.json", json}, {"vocab.txt", vocabulary}}, "both");
    BOOST_TEST(tokenizer.notes().size() == 3U);  // other vocabulary, lower-casing, and accents with it
}

BOOST_AUTO_TEST_SUITE_END()
