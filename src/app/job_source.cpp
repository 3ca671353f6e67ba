#include "remo/app/job_source.hpp"

#include <string>

#include "remo/comm/agreement.hpp"
#include "remo/config/job_file.hpp"

namespace remo::app {

config::Job read_job(const comm::Communicator& communicator, const JobSource& source) {
    std::string text;
    comm::on_root(communicator,
                  [&] { text = config::print_job(config::read_job(source.path, source.overrides)); });
    communicator.broadcast(text, 0);
    return comm::together(communicator, [&] { return config::parse_job(text, source.path); });
}

}  // namespace remo::app
