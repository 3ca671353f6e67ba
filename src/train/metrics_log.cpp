#include "remo/train/metrics_log.hpp"

#include <cerrno>
#include <cstring>
#include <sstream>

#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/io/json.hpp"

namespace remo::train {
namespace {

/// Whether the line is whole and tells of an update up to `last_update`.
bool is_kept(const std::string& line, std::int64_t last_update) {
    const auto event = io::Json::parse(line, nullptr, false);
    return event.is_object() && event.contains("update") && event["update"].is_number_integer() &&
           event["update"].get<std::int64_t>() <= last_update && event.value("event", "") != "end";
}

/// The lines of the file that a run resumed after `last_update` keeps.
std::string kept_lines(const std::filesystem::path& path, std::int64_t last_update) {
    if (last_update <= 0 || !std::filesystem::exists(path)) return {};
    std::istringstream in(read_file(path));
    std::string kept;
    for (std::string line; std::getline(in, line);) {
        if (is_kept(line, last_update)) kept += line + "\n";
    }
    return kept;
}

}  // namespace

MetricsLog::MetricsLog(std::filesystem::path path, std::int64_t last_update) : path_(std::move(path)) {
    write_file_atomically(path_, kept_lines(path_, last_update));
    out_.open(path_, std::ios::app);
    if (!out_) usage_error("cannot write {}; is the directory writable?", path_.string());
}

void MetricsLog::line(const std::string& text) {
    out_ << text << '\n' << std::flush;
    if (!out_)
        failure("can't write {}: {}; free space and run the same command again", path_.string(),
                std::strerror(errno));
}

void MetricsLog::update(const UpdateFigures& figures) {
    line(io::Json{{"event", "update"},
                  {"update", figures.update},
                  {"epoch", figures.epoch},
                  {"samples", figures.samples},
                  {"loss", figures.loss},
                  {"learning_rate", figures.learning_rate},
                  {"grad_norm", figures.gradient_norm},
                  {"tokens_per_second", figures.tokens_per_second},
                  {"samples_per_second", figures.samples_per_second},
                  {"communication_seconds", figures.communication_seconds}}
             .dump());
}

void MetricsLog::evaluation(const EvaluationFigures& figures) {
    io::Json event{
        {"event", "evaluation"}, {"update", figures.update}, {"samples", figures.samples}, {"loss", figures.loss}};
    for (const auto& [name, value] : figures.metrics) event[name] = value;
    if (figures.report.is_object()) event.update(figures.report);
    line(event.dump());
}

void MetricsLog::checkpoint(std::int64_t update, const std::string& file, double seconds,
                            double stall_seconds) {
    line(io::Json{{"event", "checkpoint"},
                  {"update", update},
                  {"file", file},
                  {"seconds", seconds},
                  {"stall_seconds", stall_seconds}}
             .dump());
}

void MetricsLog::end(const std::string& status, std::int64_t update, double seconds) {
    line(io::Json{{"event", "end"}, {"status", status}, {"update", update}, {"seconds", seconds}}.dump());
}

}  // namespace remo::train
