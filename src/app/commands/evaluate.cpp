#include <fmt/format.h>

#include <iostream>

#include "remo/app/command.hpp"
#include "remo/base/file.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/io/json.hpp"
#include "remo/train/evaluator.hpp"
#include "remo/train/inference_setup.hpp"

namespace remo::app {
namespace {

io::Json class_json(const train::ClassScores& scores, const std::string& name) {
    return {{"label", name},
            {"precision", scores.precision},
            {"recall", scores.recall},
            {"f1", scores.f1},
            {"support", scores.support}};
}

io::Json to_json(const train::Evaluation& result, const std::vector<std::string>& labels) {
    io::Json json{{"samples", result.samples}, {"loss", result.loss}};
    for (const auto& [name, value] : result.metrics) json[name] = value;
    const auto scores = train::class_scores(result.confusion);
    for (std::size_t c = 0; c < scores.size(); ++c)
        json["classes"].push_back(class_json(scores[c], labels[c]));
    for (int label = 0; label < result.confusion.classes(); ++label) {
        io::Json row = io::Json::array();
        for (int other = 0; other < result.confusion.classes(); ++other)
            row.push_back(result.confusion.at(label, other));
        json["confusion_matrix"].push_back(row);  // rows: labels, columns: predictions
    }
    return json;
}

}  // namespace

ExitStatus run_evaluate(Environment& environment, const EvaluateOptions& options) {
    comm::on_root(environment.communicator, [&] {
        if (!options.out.empty()) require_publishable(options.out);
    });
    train::InferenceSetup setup(
        environment.communicator, environment.device, environment.log,
        {options.model, options.data, options.text, options.label, options.max_length, true});
    const train::Evaluation result =
        train::evaluate(environment.communicator, environment.device, setup.model(), setup.dataset(), {});
    comm::on_root(environment.communicator, [&] {
        const std::string text = to_json(result, setup.config().labels).dump(2) + "\n";
        std::cout << text << std::flush;
        if (!options.out.empty()) write_file_atomically(options.out, text);
    });
    return ExitStatus::done;
}

}  // namespace remo::app
