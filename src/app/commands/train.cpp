#include <iostream>

#include "remo/app/command.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/config/job_file.hpp"
#include "remo/train/training_run.hpp"

namespace remo::app {
namespace {

/// Rank 0 reads the job file, which need not be visible elsewhere; all ranks parse the same text.
config::Job read_job(const comm::Communicator& communicator, const JobSource& source) {
    std::string text;
    comm::on_root(communicator,
                  [&] { text = config::print_job(config::read_job(source.path, source.overrides)); });
    communicator.broadcast(text, 0);
    return comm::together(communicator, [&] { return config::parse_job(text, source.path); });
}

}  // namespace

ExitStatus run_train(Environment& environment, const TrainOptions& options) {
    const config::Job job = read_job(environment.communicator, options.job);
    if (options.print_config) {
        if (environment.communicator.is_root()) std::cout << config::print_job(job) << std::flush;
        return ExitStatus::done;
    }
    return train::run_training(environment.communicator, environment.device, environment.log, job,
                               {options.resume, options.allow_changes});
}

}  // namespace remo::app
