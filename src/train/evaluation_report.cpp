#include "remo/train/evaluation_report.hpp"

namespace remo::train {
namespace {

io::Json class_json(const ClassScores& scores, const std::string& label) {
    return {{"label", label},
            {"precision", scores.precision},
            {"recall", scores.recall},
            {"f1", scores.f1},
            {"support", scores.support}};
}

}  // namespace

io::Json evaluation_json(const Evaluation& result, const std::vector<std::string>& labels) {
    io::Json json{{"samples", result.samples}, {"loss", result.loss}};
    for (const auto& [name, value] : result.metrics) json[name] = value;
    const auto scores = class_scores(result.confusion);
    for (std::size_t c = 0; c < scores.size(); ++c) json["classes"].push_back(class_json(scores[c], labels[c]));
    for (int label = 0; label < result.confusion.classes(); ++label) {
        io::Json row = io::Json::array();
        for (int other = 0; other < result.confusion.classes(); ++other) row.push_back(result.confusion.at(label, other));
        json["confusion_matrix"].push_back(row);
    }
    return json;
}

}  // namespace remo::train
