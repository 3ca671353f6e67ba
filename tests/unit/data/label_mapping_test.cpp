#include "dataset_fixture.hpp"

using namespace remo;
using namespace remo::data;
using namespace remo::test;

BOOST_FIXTURE_TEST_SUITE(label_mapping, DatasetFixture)

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
