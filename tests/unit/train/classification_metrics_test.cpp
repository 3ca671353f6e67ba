// Metrics against the values that scikit-learn 1.9.1 gives for the same labels and predictions.
#include <boost/test/unit_test.hpp>

#include "remo/train/classification_metrics.hpp"

namespace {

remo::train::ConfusionMatrix matrix_of(int classes, const std::vector<int>& labels,
                                       const std::vector<int>& predictions) {
    remo::train::ConfusionMatrix matrix(classes);
    for (std::size_t i = 0; i < labels.size(); ++i) matrix.count(labels[i], predictions[i]);
    return matrix;
}

void check(const std::map<std::string, double>& metrics, const std::map<std::string, double>& expected) {
    for (const auto& [name, value] : expected) {
        BOOST_TEST_CONTEXT(name) {
            BOOST_REQUIRE(metrics.contains(name));
            BOOST_TEST(metrics.at(name) == value, boost::test_tools::tolerance(1e-12));
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(classification_metrics)

BOOST_AUTO_TEST_CASE(two_classes) {
    const auto matrix = matrix_of(2, {0, 1, 1, 0, 1, 1, 0, 1}, {0, 1, 0, 0, 1, 1, 1, 1});
    check(remo::train::classification_metrics(matrix), {{"accuracy", 0.75},
                                                        {"f1", 0.8},
                                                        {"precision", 0.8},
                                                        {"recall", 0.8},
                                                        {"f1_macro", 0.7333333333333334},
                                                        {"f1_micro", 0.75},
                                                        {"f1_weighted", 0.75},
                                                        {"precision_macro", 0.7333333333333334},
                                                        {"recall_macro", 0.7333333333333334},
                                                        {"matthews_correlation", 0.4666666666666667}});
}

BOOST_AUTO_TEST_CASE(four_classes_have_no_binary_f1) {
    const auto matrix = matrix_of(4, {0, 1, 2, 2, 1, 0, 3, 3, 3, 1}, {0, 2, 2, 2, 1, 1, 3, 0, 3, 1});
    const auto metrics = remo::train::classification_metrics(matrix);
    check(metrics, {{"accuracy", 0.7},
                    {"f1_macro", 0.6916666666666667},
                    {"f1_weighted", 0.7},
                    {"precision_macro", 0.7083333333333333},
                    {"recall_macro", 0.7083333333333333},
                    {"matthews_correlation", 0.6081081081081081}});
    BOOST_TEST(!metrics.contains("f1"));
    const auto scores = remo::train::class_scores(matrix);
    BOOST_TEST(scores[3].precision == 1.0);
    BOOST_TEST(scores[3].recall == 2.0 / 3.0);
    BOOST_TEST(scores[3].support == 3);
}

BOOST_AUTO_TEST_CASE(macro_averages_leave_out_a_class_that_never_occurs) {
    const auto matrix = matrix_of(3, {0, 0, 0, 2, 2}, {0, 2, 0, 2, 0});
    check(
        remo::train::classification_metrics(matrix),
        {{"accuracy", 0.6}, {"f1_macro", 0.5833333333333333}, {"matthews_correlation", 0.16666666666666666}});
}

BOOST_AUTO_TEST_CASE(degenerate_matthews_is_zero) {
    check(remo::train::classification_metrics(matrix_of(2, {1, 1, 1}, {1, 1, 1})),
          {{"accuracy", 1.0}, {"f1", 1.0}, {"f1_macro", 1.0}, {"matthews_correlation", 0.0}});
}

BOOST_AUTO_TEST_CASE(no_sample_gives_zeros) {
    check(remo::train::classification_metrics(remo::train::ConfusionMatrix(2)),
          {{"accuracy", 0.0}, {"f1_macro", 0.0}});
}

BOOST_AUTO_TEST_SUITE_END()
