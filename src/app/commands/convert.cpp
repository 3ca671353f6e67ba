#include <filesystem>

#include "remo/app/command.hpp"
#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "remo/io/export.hpp"

namespace remo::app {
namespace {

namespace fs = std::filesystem;

bool names_hdf5_file(const fs::path& path) {
    return (path.extension() == ".h5" || path.extension() == ".hdf5") && !fs::is_directory(path);
}

std::string convert(const fs::path& source, const fs::path& destination) {
    const io::ModelBundle bundle = io::open_model(source);
    if (fs::exists(destination) && fs::equivalent(source, destination)) {
        usage_error("source and destination are the same: {}", source.string());
    }
    if (names_hdf5_file(destination)) {
        require_publishable(destination);
        const std::string job =
            fs::is_directory(source) ? std::string() : io::CheckpointReader(source).training_text("job");
        io::write_model_file(destination, bundle, job);
    } else {
        io::write_model_directory(destination, bundle);
    }
    return fmt::format("{} tensors from {} are in {}", bundle.tensors->tensors().size(), source.string(),
                       destination.string());
}

}  // namespace

ExitStatus run_convert(Environment& environment, const ConvertOptions& options) {
    const auto done =
        comm::on_root(environment.communicator, [&] { return convert(options.source, options.destination); });
    if (done) environment.log.info(*done);
    return ExitStatus::done;
}

}  // namespace remo::app
