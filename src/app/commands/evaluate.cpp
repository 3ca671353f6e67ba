#include <fmt/format.h>

#include <iostream>

#include "remo/app/command.hpp"
#include "remo/base/file.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/train/evaluation_report.hpp"
#include "remo/train/evaluator.hpp"
#include "remo/train/inference_setup.hpp"

namespace remo::app {
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
        const std::string text = train::evaluation_json(result, setup.config().labels).dump(2) + "\n";
        std::cout << text << std::flush;
        if (!options.out.empty()) write_file_atomically(options.out, text);
    });
    return ExitStatus::done;
}

}  // namespace remo::app
