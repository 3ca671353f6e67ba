#pragma once
// Figures of the elements of tensors.
#include <string>
#include <vector>

#include "remo/io/tensor_source.hpp"

namespace remo::app {

struct TensorStatistics {
    double mean = 0.0;
    double standard_deviation = 0.0;
    double minimum = 0.0;
    double maximum = 0.0;
};

/// Of the elements, in double; all zero for none.
TensorStatistics statistics_of(const std::vector<float>& values);

/// How much `b` differs from `a`; both of the same size.
struct TensorDifference {
    double largest = 0.0;   ///< max |a - b|; NaN when an element is NaN in one of them
    double relative = 0.0;  ///< |a - b| / |a| in the 2-norm; infinite when a is zero and b is not
};
TensorDifference difference_of(const std::vector<float>& a, const std::vector<float>& b);

/// "22,713,216"
std::string with_separators(std::int64_t number);

/// Rows of cells as text, each column as wide as its widest cell; all columns but the first `left` align to the right.
std::string table_text(const std::vector<std::vector<std::string>>& rows, std::size_t left);

}  // namespace remo::app
