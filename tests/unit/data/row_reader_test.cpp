#include <boost/test/unit_test.hpp>

#include "rows.hpp"

using namespace remo;
using namespace remo::data;
using test::read_table;
using test::Rows;
using test::TemporaryDirectory;
using test::usage_message;
using test::write;

namespace {

const std::vector<ColumnRequest> both = {{"text"}, {"label", false, true}};

std::string message_of(const std::string& name, std::string_view bytes, const ReaderOptions& options = {}) {
    const TemporaryDirectory directory;
    const auto path = write(directory, name, bytes);
    return usage_message(directory, [&] { read_table(path, both, options); });
}

Rows rows_of(const std::string& name, std::string_view bytes, std::vector<ColumnRequest> columns = both) {
    const TemporaryDirectory directory;
    return read_table(write(directory, name, bytes), std::move(columns)).rows;
}

bool begins(const std::string& text, const std::string& prefix) {
    BOOST_TEST_MESSAGE(text);
    return text.starts_with(prefix);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(row_reader)

BOOST_AUTO_TEST_CASE(tsv_has_no_quoting_and_keeps_text_as_it_is) {
    const Rows rows = rows_of("a.tsv", "text\tlabel\n\"open quote\t1\nnull\tNA\n a , b \t\n");
    BOOST_TEST((rows == Rows{{"\"open quote", "1"}, {"null", "NA"}, {" a , b ", ""}}));
}

BOOST_AUTO_TEST_CASE(only_newlines_end_a_line) {
    const std::string text =
        "a\xC2\x85"
        "b\xE2\x80\xA8"
        "c\rd\x0B"
        "e\x0C"
        "f";
    const std::string bytes = "text\tlabel\r\n" + text + "\t1\r\n" + text + "\t2";
    BOOST_TEST((rows_of("a.tsv", bytes) == Rows{{text, "1"}, {text, "2"}}));
    const std::string csv = "text,label\r\n" + text + ",1\r\n" + text + ",2";
    BOOST_TEST((rows_of("a.csv", csv) == Rows{{text, "1"}, {text, "2"}}));
}

BOOST_AUTO_TEST_CASE(byte_order_mark_is_dropped) {
    BOOST_TEST((rows_of("a.tsv", "\xEF\xBB\xBFtext\tlabel\nx\t1\n") == Rows{{"x", "1"}}));
    BOOST_TEST((rows_of("a.csv", "\xEF\xBB\xBF\"text\",label\nx,1\n") == Rows{{"x", "1"}}));
    BOOST_TEST((rows_of("a.jsonl", "\xEF\xBB\xBF{\"text\": \"x\", \"label\": 1}\n") == Rows{{"x", "1"}}));
    BOOST_TEST(message_of("a.tsv", std::string_view("\xFF\xFEt\0", 4)).find("UTF-16") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(csv_follows_rfc_4180) {
    const Rows rows = rows_of("a.csv",
                              "text,label\r\n"
                              "\"a, b\",1\r\n"
                              "\"say \"\"hi\"\"\",2\r\n"
                              "\"two\r\nlines\nthree\",3\r\n"
                              "\"\",4\r\n"
                              "\"\"\"\",5\r\n"
                              "5\" pipe, 6 \r\n"
                              ",\"7\"");
    BOOST_TEST((rows == Rows{{"a, b", "1"},
                             {"say \"hi\"", "2"},
                             {"two\r\nlines\nthree", "3"},
                             {"", "4"},
                             {"\"", "5"},
                             {"5\" pipe", " 6 "},
                             {"", "7"}}));
}

BOOST_AUTO_TEST_CASE(csv_mistakes_are_placed) {
    BOOST_TEST(
        begins(message_of("a.csv", "text,label\nx,1\nab,\"y\nz\n"), "a.csv:3:4: the quote opened here"));
    BOOST_TEST(
        begins(message_of("a.csv", "text,label\n\"a\"b,1\n"), "a.csv:2:4: text behind a closing quote"));
    BOOST_TEST(
        begins(message_of("a.csv", "text,label\n\"a\n\"\" \xC3\xA4\"\r,1\n"), "a.csv:3:6: text behind"));
    BOOST_TEST(begins(message_of("a.csv", "text,label\na,1,2\n"),
                      "a.csv:2:5: this row has 3 cells, the header names 2"));
    BOOST_TEST(begins(message_of("a.csv", "text,label\n\"a\n\nb\"\n"),
                      "a.csv:4:3: this row has 1 cell, the header"));
}

BOOST_AUTO_TEST_CASE(ragged_tsv_rows_are_placed) {
    BOOST_TEST(
        begins(message_of("a.tsv", "text\tlabel\nx\t1\n\xC3\xA4\t1\t\n"), "a.tsv:3:5: this row has 3 cells"));
    BOOST_TEST(begins(message_of("a.tsv", "text\tlabel\nx\n"), "a.tsv:2:2: this row has 1 cell"));
    BOOST_TEST(begins(message_of("a.tsv", "text\tlabel\nx\t1\n\n\ny\t1\n"), "a.tsv:3:1: this line is empty"));
}

BOOST_AUTO_TEST_CASE(blank_lines_at_the_end_are_ignored_and_empty_texts_kept) {
    BOOST_TEST((rows_of("a.tsv", "text\tlabel\nx\t1\n\n\r\n\n") == Rows{{"x", "1"}}));
    BOOST_TEST((rows_of("a.tsv", "text\nx\n\ny\n\n", {{"text"}}) == Rows{{"x"}, {""}, {"y"}, {""}}));
    BOOST_TEST((rows_of("a.txt", "x\n\n y", {{"text"}}) == Rows{{"x"}, {""}, {" y"}}));
}

BOOST_AUTO_TEST_CASE(jsonl_values_become_text) {
    const Rows rows = rows_of("a.jsonl",
                              "{\"text\": \"tab\\t\\u00e4 \\ud83d\\ude00\", \"label\": 3}\n\n"
                              "{\"label\": null, \"text\": \"null\", \"other\": [1]}\r\n"
                              "{\"label\": -1, \"text\": \"\"}\n"
                              "{\"label\": 0.5, \"text\": 7}");
    BOOST_TEST(
        (rows == Rows{{"tab\t\xC3\xA4 \xF0\x9F\x98\x80", "3"}, {"null", ""}, {"", "-1"}, {"7", "0.5"}}));
}

BOOST_AUTO_TEST_CASE(jsonl_mistakes_are_placed) {
    const std::string good = "{\"text\": \"x\", \"label\": 1}\n";
    BOOST_TEST(begins(message_of("a.jsonl", good + "{\"text\": \"x\" \"label\": 1}\n"), "a.jsonl:2:"));
    BOOST_TEST(begins(message_of("a.jsonl", good + "{\"text\": \"x\", \"label\": 1e999}\n"),
                      "a.jsonl:2:1: this line holds a number that is too large"));
    BOOST_TEST(begins(message_of("a.jsonl", good + "{\"text\": " + std::string(200'000, '[') + "\n"),
                      "a.jsonl:2:1: this line has more than 200 levels of brackets"));
    BOOST_TEST(begins(message_of("a.tsv", "\ntext\tlabel\n"), "a.tsv:1:1: this line is empty"));
    BOOST_TEST(begins(message_of("a.jsonl", good + "[1]\n"),
                      "a.jsonl:2:1: a JSON object is wanted, here is an array"));
    BOOST_TEST(begins(message_of("a.jsonl", good + "{\"label\": 1, \"text\": null}\n"),
                      "a.jsonl:2:14: the value of 'text' is null"));
    BOOST_TEST(begins(message_of("a.jsonl", good + "{\"label\": true, \"text\": \"\"}\n"),
                      "a.jsonl:2:2: the value of 'label' is true"));
    BOOST_TEST(begins(message_of("a.jsonl", good + "{\"text\": \"x\"}\n"),
                      "a.jsonl:2:1: this object has no key 'label'"));
    BOOST_TEST(begins(message_of("a.jsonl", "\n{\"txt\": 1, \"label\": 1}\n"),
                      "a.jsonl:2:1: there is no column 'text'"));
}

BOOST_AUTO_TEST_CASE(missing_columns_offer_the_nearest) {
    const std::string message = message_of("a.tsv", "txet\tlabel\nx\t1\n");
    BOOST_TEST(begins(message, "a.tsv:1:1: there is no column 'text'"));
    BOOST_TEST(message.find("'txet'") != std::string::npos);
    BOOST_TEST(begins(message_of("a.tsv", "text\tlabel\ttext\n"), "a.tsv:1:1: 2 columns are named 'text'"));
    BOOST_TEST((rows_of("a.tsv", "b\ttext\nx\ty\n", {{"text"}, {"label", true}}) == Rows{{"y", ""}}));
}

BOOST_AUTO_TEST_CASE(invalid_utf8_is_named_or_replaced) {
    const std::string bytes =
        "text\tother\tlabel\nok\t\xFF\t1\na\xE2\x82"
        "b\xC0\xAF\t\t1\n";
    BOOST_TEST(begins(message_of("a.tsv", bytes), "a.tsv:3:2: byte 0xE2 is not valid UTF-8"));
    const TemporaryDirectory directory;
    const auto table = read_table(write(directory, "a.tsv", bytes), both, {InvalidUtf8::replace});
    BOOST_TEST(table.rows[1][0] ==
               "a\xEF\xBF\xBD"
               "b\xEF\xBF\xBD\xEF\xBF\xBD");
    BOOST_TEST(table.replaced == 3);
    BOOST_TEST(
        begins(message_of("a.jsonl", "{\"text\": \"\xFF\", \"label\": 1}\n"), "a.jsonl:1:11: byte 0xFF"));
}

BOOST_AUTO_TEST_CASE(files_that_can_not_be_read) {
    const TemporaryDirectory directory;
    const auto message = [&](const std::string& name) {
        return usage_message(directory, [&] { read_table(directory / name, both); });
    };
    BOOST_TEST(begins(message("none.tsv"), "none.tsv: there is no such file"));
    BOOST_TEST(begins(message("none.xlsx"), "none.xlsx: the extension tells the format"));
    write(directory, "empty.tsv", "");
    BOOST_TEST(begins(message("empty.tsv"), "empty.tsv: the file is empty"));
    std::filesystem::create_directory(directory / "dir.tsv");
    BOOST_TEST(begins(message("dir.tsv"), "dir.tsv: not a regular file"));
}

// Whatever the window, the rows are the same: each row and line end meets a window's border at some size.
BOOST_AUTO_TEST_CASE(windows_do_not_change_rows) {
    const TemporaryDirectory directory;
    std::string csv = "\xEF\xBB\xBFtext,label\r\n";
    std::string tsv = "text\tlabel\r\n";
    std::string jsonl;
    for (int i = 0; i < 40; ++i) {
        const std::string n = std::to_string(i);
        csv += "\"row \"\"" + n + "\"\",\r\n\xC3\xA4\",\"" + n + "\"\r\nplain " + n + "," + n + "\r\n";
        tsv += "row " + n + "\xE2\x82\xAC\t" + n + (i % 2 ? "\r\n" : "\n");
        jsonl += "{\"text\": \"r" + n + "\", \"label\": " + n + "}\n";
    }
    for (const auto& [name, bytes] : {std::pair{"a.csv", csv}, {"a.tsv", tsv}, {"a.jsonl", jsonl}}) {
        const auto path = write(directory, name, bytes);
        const auto whole = read_table(path, both);
        BOOST_TEST(whole.batches == 1u);
        for (std::size_t window = 1; window < 90; ++window) {
            const auto table = read_table(path, both, {InvalidUtf8::error, window});
            BOOST_TEST((table.rows == whole.rows && table.lines == whole.lines),
                       name << " window " << window);
            BOOST_TEST(table.batches > 5u);
        }
    }
}

BOOST_AUTO_TEST_CASE(rows_carry_their_lines) {
    const TemporaryDirectory directory;
    const auto table = read_table(write(directory, "a.csv", "text,label\n\"a\nb\",1\nc,2\n"), both);
    BOOST_TEST((table.lines == std::vector<std::int64_t>{2, 4}));
}

// 64 MiB of text in windows of 1 MiB: the peak of resident memory grows by a few windows.
BOOST_AUTO_TEST_CASE(memory_does_not_grow_with_the_file) {
    const TemporaryDirectory directory;
    std::string block;
    while (block.size() < (1 << 20)) block += "a row of some words that fill the file\t1\n";
    {
        std::ofstream out(directory / "a.tsv", std::ios::binary);
        out << "text\tlabel\n";
        for (int i = 0; i < 64; ++i) out << block;
    }
    std::ofstream("/proc/self/clear_refs") << "5";  // the peak starts anew
    const std::int64_t before = test::peak_memory_kib();
    RowReader reader(directory / "a.tsv", FileFormat::tsv, {InvalidUtf8::error, std::size_t{1} << 20});
    reader.select(both);
    std::int64_t rows = 0;
    for (RowBatch batch; reader.next(batch);) rows += static_cast<std::int64_t>(batch.rows());
    BOOST_TEST(rows == 64 * std::ranges::count(block, '\n'));
    BOOST_TEST(test::peak_memory_kib() - before < 16 * 1024);
}

BOOST_AUTO_TEST_CASE(a_quote_that_is_never_closed_does_not_swallow_the_file) {
    const TemporaryDirectory directory;
    {
        std::ofstream out(directory / "a.csv", std::ios::binary);
        out << "text,label\nx,1\n\"";
        const std::string block(1 << 20, '\n');
        for (int i = 0; i < 130; ++i) out << block;
    }
    BOOST_TEST(begins(usage_message(directory, [&] { read_table(directory / "a.csv", both); }),
                      "a.csv:3:1: the row that begins here has more than 64 MiB"));
}

BOOST_AUTO_TEST_SUITE_END()
