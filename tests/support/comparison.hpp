#pragma once
/// \file
/// Comparisons of fp32 results with references in double, and finite differences.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <vector>

namespace remo::testing {

/// Largest |actual - expected|, relative to the largest |expected| (at least 1); infinite when one is NaN.
inline double difference(const std::vector<float>& actual, const std::vector<double>& expected) {
    BOOST_TEST_REQUIRE(actual.size() == expected.size());
    double largest = 0.0;
    double size = 1.0;
    for (std::size_t i = 0; i < actual.size(); ++i) {
        const double error = std::abs(static_cast<double>(actual[i]) - expected[i]);
        largest = std::isnan(error) ? HUGE_VAL : std::max(largest, error);
        size = std::max(size, std::abs(expected[i]));
    }
    return largest / size;
}

/// Gradient of f at x by central differences.
inline std::vector<double> numerical_gradient(std::vector<double> x,
                                              const std::function<double(const std::vector<double>&)>& f,
                                              double step = 1e-5) {
    std::vector<double> gradient(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double at = x[i];
        x[i] = at + step;
        const double above = f(x);
        x[i] = at - step;
        const double below = f(x);
        x[i] = at;
        gradient[i] = (above - below) / (2.0 * step);
    }
    return gradient;
}

/// Sum of products: a scalar function of an output y whose gradient for y is `weights`.
inline double weighted_sum(const std::vector<double>& weights, const std::vector<double>& y) {
    double sum = 0.0;
    for (std::size_t i = 0; i < y.size(); ++i) sum += weights[i] * y[i];
    return sum;
}

}  // namespace remo::testing
