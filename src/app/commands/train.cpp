#include <iostream>

#include "remo/app/command.hpp"
#include "remo/app/job_source.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/config/job_file.hpp"
#include "remo/train/training_run.hpp"

namespace remo::app {

ExitStatus run_train(Environment& environment, const TrainOptions& options) {
    comm::together(environment.communicator, [&] {
        if (options.profile) usage_error("--profile comes with a later version; leave it out");
    });
    const config::Job job = read_job(environment.communicator, options.job);
    if (options.print_config) {
        if (environment.communicator.is_root()) std::cout << config::print_job(job) << std::flush;
        return ExitStatus::done;
    }
    return train::run_training(environment.communicator, environment.device, environment.log, job,
                               {options.resume, options.allow_changes});
}

}  // namespace remo::app
