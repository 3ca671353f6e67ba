#include "remo/models/model_config.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "remo/base/file.hpp"
#include "support/says.hpp"

namespace {

using namespace remo;
using models::ModelConfig;
using test::says;
namespace data = boost::unit_test::data;

constexpr const char* bert = R"({"model_type": "bert", "hidden_size": 32, "num_hidden_layers": 2,
    "num_attention_heads": 4, "intermediate_size": 48, "vocab_size": 64})";
constexpr const char* distilbert = R"({"model_type": "distilbert", "dim": 32, "n_layers": 3, "n_heads": 4,
    "hidden_dim": 48, "vocab_size": 64})";

/// `base` with members on top.
std::string with(const char* base, const std::string& members) {
    io::Json json = io::Json::parse(base);
    json.update(io::Json::parse(members));
    return json.dump();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(model_config)

BOOST_AUTO_TEST_CASE(bert_keys_and_defaults) {
    const ModelConfig config =
        ModelConfig::parse(with(bert, R"({"hidden_dropout_prob": 0.2})"), "config.json");
    BOOST_TEST(config.model_type == "bert");
    BOOST_TEST(config.hidden_size == 32);
    BOOST_TEST(config.layers == 2);
    BOOST_TEST(config.heads == 4);
    BOOST_TEST(config.intermediate_size == 48);
    BOOST_TEST(config.vocabulary_size == 64);
    BOOST_TEST(config.position_count == 512);
    BOOST_TEST(config.type_count == 2);
    BOOST_TEST(config.activation == "gelu");
    BOOST_TEST(config.layer_norm_epsilon == 1e-12);
    BOOST_TEST(config.hidden_dropout == 0.2);
    BOOST_TEST(config.attention_dropout == 0.1);
    BOOST_TEST(config.classifier_dropout == 0.2);  // null: the hidden dropout
    BOOST_TEST(config.labels == (std::vector<std::string>{"LABEL_0", "LABEL_1"}),
               boost::test_tools::per_element());
    BOOST_TEST(config.labels_are_default);
    BOOST_TEST(config.problem_type.empty());
}

BOOST_AUTO_TEST_CASE(distilbert_keys_and_defaults) {
    const ModelConfig config = ModelConfig::parse(distilbert, "config.json");
    BOOST_TEST(config.hidden_size == 32);
    BOOST_TEST(config.layers == 3);
    BOOST_TEST(config.intermediate_size == 48);
    BOOST_TEST(config.type_count == 0);
    BOOST_TEST(config.classifier_dropout == 0.2);
    const ModelConfig mapped = ModelConfig::parse(
        R"({"model_type": "distilbert", "hidden_size": 24, "num_attention_heads": 3, "num_hidden_layers": 1})",
        "c");
    BOOST_TEST(mapped.hidden_size == 24);
    BOOST_TEST(mapped.heads == 3);
    BOOST_TEST(mapped.layers == 1);
}

BOOST_AUTO_TEST_CASE(labels_as_transformers_reads_them) {
    const auto labels_of = [](const std::string& members) {
        return ModelConfig::parse(with(bert, members), "config.json").labels;
    };
    using Labels = std::vector<std::string>;
    BOOST_TEST(labels_of(R"({"num_labels": 3})") == (Labels{"LABEL_0", "LABEL_1", "LABEL_2"}),
               boost::test_tools::per_element());
    BOOST_TEST(labels_of(R"({"id2label": {"1": "good", "0": "bad"}})") == (Labels{"bad", "good"}),
               boost::test_tools::per_element());
    BOOST_TEST(
        labels_of(R"({"id2label": {"0": "bad", "1": "good"}, "num_labels": 1})") == (Labels{"LABEL_0"}),
        boost::test_tools::per_element());
    BOOST_CHECK_EXCEPTION(labels_of(R"({"id2label": {"0": "a", "2": "b"}})"), Error,
                          says(ExitStatus::usage, "\"2\""));
    BOOST_CHECK_EXCEPTION(labels_of(R"({"id2label": {"0": "a", "00": "b"}})"), Error,
                          says(ExitStatus::usage, "id2label"));
    BOOST_CHECK_EXCEPTION(labels_of(R"({"id2label": ["a"]})"), Error, says(ExitStatus::usage, "id2label"));
    BOOST_CHECK_EXCEPTION(labels_of(R"({"num_labels": 0})"), Error, says(ExitStatus::usage, "num_labels"));
}

const std::vector<std::pair<const char*, const char*>> refused{
    {R"({"position_embedding_type": "relative_key"})", "position_embedding_type"},
    {R"({"is_decoder": true})", "is_decoder"},
    {R"({"pruned_heads": {"0": [1]}})", "pruned_heads"},
    {R"({"hidden_act": "swish"})", "hidden_act is \"swish\", but remo knows only gelu, relu"},
    {R"({"hidden_size": "32"})", "hidden_size"},
    {R"({"hidden_size": 30})", "num_attention_heads"},
    {R"({"num_hidden_layers": 0})", "num_hidden_layers"},
    {R"({"vocab_size": 1.5})", "vocab_size"},
    {R"({"hidden_dropout_prob": 1.0})", "hidden_dropout_prob"},
    {R"({"attention_probs_dropout_prob": -0.1})", "attention_probs_dropout_prob"},
    {R"({"layer_norm_eps": null})", "layer_norm_eps"},
    {R"({"pad_token_id": 64})", "pad_token_id"},
    {R"({"problem_type": "ranking"})", "problem_type"},
    {R"({"model_type": "t5"})", "known are bert, distilbert"}};

BOOST_DATA_TEST_CASE(what_is_not_supported_is_refused_by_name, data::xrange(refused.size()), i) {
    const auto& [members, told] = refused[i];
    BOOST_CHECK_EXCEPTION(ModelConfig::parse(with(bert, members), "m/config.json"), Error,
                          says(ExitStatus::usage, told));
    BOOST_CHECK_EXCEPTION(ModelConfig::parse(with(bert, members), "m/config.json"), Error,
                          says(ExitStatus::usage, "m/config.json"));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_configuration_is_refused) {
    BOOST_CHECK_EXCEPTION(ModelConfig::parse("[]", "c"), Error, says(ExitStatus::usage, "c: "));
    BOOST_CHECK_EXCEPTION(ModelConfig::parse("{}", "c"), Error, says(ExitStatus::usage, "model_type"));
    BOOST_CHECK_EXCEPTION(ModelConfig::parse("{\n \"a\": }", "c"), Error, says(ExitStatus::usage, "c:2:"));
}

BOOST_AUTO_TEST_CASE(set_labels_makes_what_transformers_saves) {
    ModelConfig config = ModelConfig::parse(
        with(bert,
             R"({"num_labels": 2, "torch_dtype": "float16", "architectures": ["BertModel"], "mine": 1})"),
        "c");
    config.set_labels({"no", "yes", "perhaps"});
    BOOST_TEST(!config.labels_are_default);
    BOOST_TEST(!config.json.contains("num_labels"));
    BOOST_TEST(!config.json.contains("torch_dtype"));
    BOOST_TEST(config.json["dtype"] == "float32");
    BOOST_TEST(config.json["architectures"].dump() == R"(["BertForSequenceClassification"])");
    BOOST_TEST(config.json["id2label"].dump() == R"({"0":"no","1":"yes","2":"perhaps"})");
    BOOST_TEST(config.json["label2id"].dump() == R"({"no":0,"yes":1,"perhaps":2})");
    BOOST_TEST(config.json["problem_type"] == "single_label_classification");
    BOOST_TEST(config.json["mine"] == 1);
    const ModelConfig again = ModelConfig::parse(config.text(), "c");
    BOOST_TEST(again.labels == config.labels, boost::test_tools::per_element());
    config.set_labels({"LABEL_0", "LABEL_1"});
    BOOST_TEST(config.labels_are_default);
    BOOST_TEST(!config.json.contains("id2label"));
    BOOST_TEST(!config.json.contains("label2id"));
}

BOOST_AUTO_TEST_CASE(job_keys_override_the_file) {
    ModelConfig config = ModelConfig::parse(distilbert, "c");
    config.override_key("dropout", 0.0);
    BOOST_TEST(config.hidden_dropout == 0.0);
    BOOST_TEST(config.json["dropout"] == 0.0);
    config.override_key("hidden_size", 16);
    BOOST_TEST(config.hidden_size == 16);
    BOOST_TEST(!config.json.contains("dim"));
    config.override_key("num_labels", 4);
    BOOST_TEST(config.labels.size() == 4);
    BOOST_CHECK_EXCEPTION(config.override_key("dropuot", 0.0), Error,
                          says(ExitStatus::usage, "nearest is dropout"));
    BOOST_CHECK_EXCEPTION(config.override_key("n_heads", 5), Error, says(ExitStatus::usage, "n_heads = 5"));
    BOOST_CHECK_EXCEPTION(config.override_key("model_type", "bert"), Error,
                          says(ExitStatus::usage, "model_type"));
    BOOST_TEST(config.heads == 4);
}

const auto printed_cases = data::make({"bert_older", "bert_minimal", "bert_labels", "bert_only_id2label",
                                       "bert_default_labels", "distilbert_older", "distilbert_mapped"});

// The texts are dumps of print(model.config) from Transformers; see tests/golden/models/make.py.
BOOST_DATA_TEST_CASE(printed_as_python_prints_it, printed_cases, name) {
    const std::string base = std::string(REMO_SOURCE_DIR "/tests/golden/models/printing/") + name;
    const ModelConfig config = ModelConfig::parse(read_file(base + ".json"), base + ".json");
    BOOST_TEST(config.printed() + "\n" == read_file(base + ".txt"));
}

BOOST_AUTO_TEST_SUITE_END()
