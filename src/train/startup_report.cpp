#include "remo/train/startup_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "remo/base/build_info.hpp"
#include "remo/comm/topology.hpp"

namespace remo::train {
namespace {

double percent(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void report_surroundings(const comm::Communicator& communicator, const Device& device, Log& log) {
    const BuildInfo& build = build_info();
    log.info(fmt::format("remo {} ({}), {} build by {}, Kokkos {}, {}", build.version, build.git_commit,
                         build.build_type, build.compiler, build.kokkos_version, comm::library_version()));
    log.info("device: " + device.description());
    for (const std::string& line : comm::placement_lines(communicator, device.description())) log.info(line);
}

void report_dataset(const std::string& name, const data::TokenDataset& dataset, Log& log) {
    const data::DatasetStatistics& statistics = dataset.statistics();
    log.info(fmt::format("{}: {}: {} samples, {} tokens, longest {}, truncated {} ({:.2f} %){}", name,
                         dataset.origin(), statistics.samples, statistics.tokens, statistics.longest,
                         statistics.truncated, percent(statistics.truncated, statistics.samples),
                         dataset.reused() ? ", from the token cache" : ""));
    if (statistics.empty > 0)
        log.warning(fmt::format("{}: {} texts are empty", dataset.origin(), statistics.empty));
    if (statistics.replaced_utf8 > 0) {
        log.warning(fmt::format("{}: {} texts held invalid UTF-8, replaced by U+FFFD", dataset.origin(),
                                statistics.replaced_utf8));
    }
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
    log.info(report.text());
}

}  // namespace remo::train
