#include "captured_messages.hpp"
#include "dataset_fixture.hpp"

using namespace remo;
using namespace remo::data;
using namespace remo::test;

BOOST_FIXTURE_TEST_SUITE(token_dataset, DatasetFixture)

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

BOOST_AUTO_TEST_CASE(a_row_without_any_token_is_refused) {
    tokenizer = text::Tokenizer::load(
        {{"tokenizer.json",
          R"({"model": {"type": "WordPiece", "vocab": {"[UNK]": 0, "oar": 1}, "unk_token": "[UNK]"},
                               "normalizer": null, "pre_tokenizer": {"type": "BertPreTokenizer"}})"},
         {"tokenizer_config.json", R"({"tokenizer_class": "PreTrainedTokenizerFast"})"}},
        "a tokenizer without special tokens");
    BOOST_TEST(begins(message("a.tsv", "text\tlabel\noar\t1\n\t2\noar\t2\n"), "a.tsv:3: no token is left"));
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

BOOST_AUTO_TEST_SUITE_END()
