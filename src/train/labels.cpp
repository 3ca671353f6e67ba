#include "remo/train/labels.hpp"

#include <algorithm>
#include <sstream>

#include "remo/base/file.hpp"
#include "remo/base/format.hpp"

namespace remo::train {
namespace {

bool knows_all(const std::vector<std::string>& names, const std::vector<std::string>& labels) {
    return std::all_of(labels.begin(), labels.end(), [&](const std::string& label) {
        return std::find(names.begin(), names.end(), label) != names.end();
    });
}

std::vector<std::string> read_label_file(const std::string& path) {
    std::vector<std::string> names;
    std::istringstream in(read_file(path));
    for (std::string line; std::getline(in, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.empty()) continue;
        if (std::find(names.begin(), names.end(), line) != names.end()) {
            usage_error("{}: the label '{}' is listed twice", path, line);
        }
        names.push_back(line);
    }
    if (names.size() < 2) usage_error("{}: a label file names at least two labels, one a line", path);
    return names;
}

}  // namespace

std::vector<std::string> choose_labels(const models::ModelConfig& config, bool has_head,
                                       const std::string& label_file, const data::TokenDataset& train,
                                       std::string& reason) {
    const std::vector<std::string>& found = train.label_names();
    if (!label_file.empty()) {
        reason = "from " + label_file;
        return read_label_file(label_file);
    }
    if (!config.labels_are_default && knows_all(config.labels, found)) {
        reason = "the model's own";
        return config.labels;
    }
    if (has_head) {
        if (config.labels_are_default && found.size() <= config.labels.size()) {
            reason = "the model's own, by index";
            return config.labels;
        }
        usage_error(
            "{}: the data has the {} labels {}, the model's trained classifier the {} labels {}; train on "
            "data with the "
            "model's labels, or start from a model without a classifier",
            train.origin(), found.size(), fmt::join(found, ", "), config.labels.size(),
            fmt::join(config.labels, ", "));
    }
    if (found.size() < 2) {
        usage_error("{}: a classifier needs at least two labels, the data has {}: '{}'", train.origin(),
                    found.size(), fmt::join(found, ", "));
    }
    reason = "in natural order";
    return found;
}

}  // namespace remo::train
