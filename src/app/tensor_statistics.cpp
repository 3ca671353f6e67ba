#include "tensor_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace remo::app {

TensorStatistics statistics_of(const std::vector<float>& values) {
    TensorStatistics result;
    if (values.empty()) return result;
    const auto count = static_cast<double>(values.size());
    for (const float value : values) result.mean += value;
    result.mean /= count;
    double squares = 0.0;
    for (const float value : values) squares += (value - result.mean) * (value - result.mean);
    result.standard_deviation = std::sqrt(squares / count);
    const auto [minimum, maximum] = std::minmax_element(values.begin(), values.end());
    result.minimum = *minimum;
    result.maximum = *maximum;
    return result;
}

TensorDifference difference_of(const std::vector<float>& a, const std::vector<float>& b) {
    TensorDifference result;
    double squares = 0.0;
    double norm = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = static_cast<double>(b[i]) - static_cast<double>(a[i]);
        if (!(std::abs(difference) <= result.largest)) result.largest = std::abs(difference);  // NaN stays
        squares += difference * difference;
        norm += static_cast<double>(a[i]) * static_cast<double>(a[i]);
    }
    if (std::isnan(squares)) result.largest = std::numeric_limits<double>::quiet_NaN();
    result.relative = squares == 0.0 ? 0.0 : std::sqrt(squares) / std::sqrt(norm);
    return result;
}

std::string with_separators(std::int64_t number) {
    std::string text = std::to_string(number);
    for (auto place = static_cast<std::ptrdiff_t>(text.size()) - 3; place > (number < 0 ? 1 : 0);
         place -= 3) {
        text.insert(static_cast<std::size_t>(place), 1, ',');
    }
    return text;
}

std::string table_text(const std::vector<std::vector<std::string>>& rows, std::size_t left) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const char* gap = i == 0 ? "" : "  ";
            line += i < left ? fmt::format("{}{:<{}}", gap, row[i], widths[i])
                             : fmt::format("{}{:>{}}", gap, row[i], widths[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

}  // namespace remo::app
