#pragma once
/// \file
/// Metrics of a classifier, from its confusion matrix, with the values that scikit-learn computes.
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace remo::train {

/// Counts of (label, prediction), row-major. Counts of ranks add up.
class ConfusionMatrix {
  public:
    explicit ConfusionMatrix(int classes);
    void count(int label, int prediction);
    [[nodiscard]] int classes() const { return classes_; }
    [[nodiscard]] std::int64_t at(int label, int prediction) const;
    [[nodiscard]] std::int64_t total() const;
    [[nodiscard]] std::span<std::int64_t> counts() { return counts_; }
    [[nodiscard]] std::span<const std::int64_t> counts() const { return counts_; }

  private:
    int classes_;
    std::vector<std::int64_t> counts_;
};

/// One class against the rest; 0/0 counts as 0.
struct ClassScores {
    double precision = 0.0;
    double recall = 0.0;
    double f1 = 0.0;
    std::int64_t support = 0;  ///< samples with this label
};

std::vector<ClassScores> class_scores(const ConfusionMatrix& matrix);

/// accuracy, f1 (two classes: of class 1), precision, recall (likewise), f1_macro, f1_micro, f1_weighted, precision_macro,
/// recall_macro and matthews_correlation. Macro averages run over the classes that occur in labels or predictions;
/// a degenerate Matthews coefficient is 0.
std::map<std::string, double> classification_metrics(const ConfusionMatrix& matrix);

/// Whether a higher value of the metric is better ("loss": lower).
bool higher_is_better(std::string_view metric);

}  // namespace remo::train
