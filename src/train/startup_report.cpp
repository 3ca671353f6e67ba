#include "remo/train/startup_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "remo/base/build_info.hpp"
#include "remo/comm/topology.hpp"
#include "remo/config/job_file.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "remo/kernels/gemm/gemm.hpp"

namespace remo::train {
namespace {

double percent(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void report_surroundings(const comm::Communicator& communicator, const Device& device, Log& log) {
    const BuildInfo& build = build_info();
    const std::string description = device.description(kernels::gemm_library());
    log.info(fmt::format("remo {} ({}), {} build by {}; {}, HDF5 {}", build.version, build.git_commit,
                         build.build_type, build.compiler, comm::library_version(), io::hdf5_version()));
    log.info("device: " + description);
    for (const std::string& line : comm::placement_lines(communicator, description)) log.info(line);
}

void report_job(const config::Job& job, Log& log) {
    std::istringstream in(config::print_job(job));
    std::string text = "job:";
    for (std::string line; std::getline(in, line);) {
        const std::size_t comment = line.find(" #");
        if (!line.empty() && line.front() != '#') text += "\n  " + line.substr(0, comment);
    }
    log.info(text);
}

void report_dataset(const std::string& name, const data::TokenDataset& dataset, Log& log) {
    const data::DatasetStatistics& statistics = dataset.statistics();
    log.info(fmt::format("{}: {}: {} samples, {} tokens, longest {}, truncated {} ({:.2f} %){}", name,
                         dataset.origin(), statistics.samples, statistics.tokens, statistics.longest,
                         statistics.truncated, percent(statistics.truncated, statistics.samples),
                         dataset.reused() ? ", from the token cache" : ""));
    std::vector<std::int64_t> counts(dataset.label_names().size());
    for (const std::int32_t label : dataset.labels()) {
        if (label >= 0 && static_cast<std::size_t>(label) < counts.size())
            ++counts[static_cast<std::size_t>(label)];
    }
    std::string text;
    for (std::size_t i = 0; i < counts.size() && i < 20; ++i) {
        text += fmt::format("{}{} = {} ({})", i == 0 ? "" : ", ", i, dataset.label_names()[i], counts[i]);
    }
    log.info(fmt::format("{}: labels: {}{}", name, text, counts.size() > 20 ? ", …" : ""));
}

void report_model(const models::ModelConfig& config, const ParameterStore& store,
                  const models::LoadReport& report, Log& log) {
    log.info(config.printed());
    log.info(fmt::format("model: {}, {} parameters, {} trainable", config.model_type, store.element_count(),
                         store.trainable_element_count()));
    log.info(report.loaded.empty() ? "all parameters start at random (model.init = \"random\")"
                                   : report.text());
}

}  // namespace remo::train
