#include "label_table.hpp"

#include <algorithm>
#include <numeric>

#include "remo/base/format.hpp"
#include "remo/data/label_order.hpp"
#include "remo/tensor/packed_batch.hpp"

namespace remo::data {
namespace {

// More different labels than this mean a wrong column, and an index that grows with the file.
constexpr std::size_t most_labels = 100'000;

}  // namespace

void LabelTable::add(std::string_view label, std::int64_t line) {
    if (label.empty() || label == "-1") {
        if (unlabelled_++ == 0) unlabelled_line_ = line;
        labels_.push_back(unlabelled);
    } else {
        labels_.push_back(number_of(label, line));
    }
}

std::int32_t LabelTable::number_of(std::string_view label, std::int64_t line) {
    const auto [at, added] =
        numbers_.try_emplace(std::string(label), static_cast<std::int32_t>(names_.size()));
    if (!added) return at->second;
    if (names_.size() == most_labels)
        usage_error("{}:{}: column '{}' has more than {} different values; is it the label column?", origin_,
                    line, column_, most_labels);
    names_.emplace_back(label);
    lines_.push_back(line);
    return at->second;
}

void LabelTable::finish(TokenCacheIndex& index) {
    std::vector<std::int32_t> order(names_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order,
                      [&](std::int32_t a, std::int32_t b) { return natural_less(names_[a], names_[b]); });
    std::vector<std::int32_t> rank(names_.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        rank[order[i]] = static_cast<std::int32_t>(i);
        index.head.label_names.push_back(names_[order[i]]);
        index.head.label_lines.push_back(lines_[order[i]]);
    }
    for (std::int32_t& label : labels_)
        if (label != unlabelled) label = rank[label];
    index.labels = std::move(labels_);
    index.head.statistics.unlabelled = unlabelled_;
    index.head.unlabelled_line = unlabelled_line_;
}

}  // namespace remo::data
