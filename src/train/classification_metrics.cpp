#include "remo/train/classification_metrics.hpp"

#include <cmath>
#include <numeric>

#include "remo/base/error.hpp"

namespace remo::train {
namespace {

double ratio(double numerator, double denominator) {
    return denominator == 0.0 ? 0.0 : numerator / denominator;
}

struct Margins {
    std::vector<std::int64_t> labels;
    std::vector<std::int64_t> predictions;
};

Margins margins(const ConfusionMatrix& matrix) {
    const int classes = matrix.classes();
    Margins sums{std::vector<std::int64_t>(classes), std::vector<std::int64_t>(classes)};
    for (int label = 0; label < classes; ++label) {
        for (int prediction = 0; prediction < classes; ++prediction) {
            sums.labels[label] += matrix.at(label, prediction);
            sums.predictions[prediction] += matrix.at(label, prediction);
        }
    }
    return sums;
}

std::int64_t correct(const ConfusionMatrix& matrix) {
    std::int64_t count = 0;
    for (int c = 0; c < matrix.classes(); ++c) count += matrix.at(c, c);
    return count;
}

/// The multi-class coefficient R_K (Gorodkin, "Comparing two K-category assignments by a K-category correlation
/// coefficient", 2004), as scikit-learn computes it.
double matthews(const ConfusionMatrix& matrix) {
    const Margins sums = margins(matrix);
    const double total = static_cast<double>(matrix.total());
    double cross = 0.0, label_squares = 0.0, prediction_squares = 0.0;
    for (int c = 0; c < matrix.classes(); ++c) {
        const double label = static_cast<double>(sums.labels[c]);
        const double prediction = static_cast<double>(sums.predictions[c]);
        cross += label * prediction;
        label_squares += label * label;
        prediction_squares += prediction * prediction;
    }
    const double covariance = static_cast<double>(correct(matrix)) * total - cross;
    const double denominator =
        std::sqrt(total * total - label_squares) * std::sqrt(total * total - prediction_squares);
    return ratio(covariance, denominator);
}

}  // namespace

ConfusionMatrix::ConfusionMatrix(int classes)
    : classes_(classes), counts_(static_cast<std::size_t>(classes) * static_cast<std::size_t>(classes)) {}

void ConfusionMatrix::count(int label, int prediction) {
    require(label >= 0 && label < classes_ && prediction >= 0 && prediction < classes_,
            "a label or prediction lies outside the confusion matrix");
    ++counts_[static_cast<std::size_t>(label) * classes_ + prediction];
}

std::int64_t ConfusionMatrix::at(int label, int prediction) const {
    return counts_[static_cast<std::size_t>(label) * classes_ + prediction];
}

std::int64_t ConfusionMatrix::total() const {
    return std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0});
}

std::vector<ClassScores> class_scores(const ConfusionMatrix& matrix) {
    const Margins sums = margins(matrix);
    std::vector<ClassScores> scores(matrix.classes());
    for (int c = 0; c < matrix.classes(); ++c) {
        const double hits = static_cast<double>(matrix.at(c, c));
        const double label = static_cast<double>(sums.labels[c]);
        const double prediction = static_cast<double>(sums.predictions[c]);
        scores[c] = {ratio(hits, prediction), ratio(hits, label), ratio(2.0 * hits, label + prediction),
                     sums.labels[c]};
    }
    return scores;
}

std::map<std::string, double> classification_metrics(const ConfusionMatrix& matrix) {
    const Margins sums = margins(matrix);
    const std::vector<ClassScores> scores = class_scores(matrix);
    const double total = static_cast<double>(matrix.total());
    double precision = 0.0, recall = 0.0, f1 = 0.0, weighted = 0.0;
    int occurring = 0;
    for (int c = 0; c < matrix.classes(); ++c) {
        if (sums.labels[c] + sums.predictions[c] == 0) continue;
        ++occurring;
        precision += scores[c].precision;
        recall += scores[c].recall;
        f1 += scores[c].f1;
        weighted += scores[c].f1 * static_cast<double>(scores[c].support);
    }
    const double accuracy = ratio(static_cast<double>(correct(matrix)), total);
    std::map<std::string, double> metrics{{"accuracy", accuracy},
                                          {"f1_macro", ratio(f1, occurring)},
                                          {"f1_micro", accuracy},
                                          {"f1_weighted", ratio(weighted, total)},
                                          {"precision_macro", ratio(precision, occurring)},
                                          {"recall_macro", ratio(recall, occurring)},
                                          {"matthews_correlation", matthews(matrix)}};
    if (matrix.classes() == 2) {
        metrics["f1"] = scores[1].f1;
        metrics["precision"] = scores[1].precision;
        metrics["recall"] = scores[1].recall;
    }
    return metrics;
}

bool higher_is_better(std::string_view metric) {
    return metric != "loss";
}

}  // namespace remo::train
