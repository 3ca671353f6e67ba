#include "remo/train/time_limit.hpp"

#include <array>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <limits>
#include <vector>

#include "remo/base/format.hpp"

namespace remo::train {
namespace {

/// What is left for ranks to agree, files to be flushed and MPI to end, beside the measured save time.
constexpr double margin_seconds = 15.0;
/// A save may take this many times as long as the last one: the file system is shared.
constexpr double save_factor = 2.0;

std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

/// Parts of "a:b:c"; nothing unless all are whole numbers.
std::optional<std::vector<std::int64_t>> parts_of(std::string_view text) {
    std::vector<std::int64_t> parts;
    while (true) {
        const std::size_t colon = text.find(':');
        const auto part = whole_number(text.substr(0, colon));
        if (!part) return std::nullopt;
        parts.push_back(*part);
        if (colon == std::string_view::npos) return parts;
        text.remove_prefix(colon + 1);
    }
}

/// The time that `squeue -o %e` prints, e.g. "2026-12-01T13:40:00", local.
std::optional<TimeLimit::Clock::time_point> parse_local_time(const std::string& text) {
    std::tm time{};
    if (strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &time) == nullptr) return std::nullopt;
    time.tm_isdst = -1;
    const std::time_t seconds = std::mktime(&time);
    if (seconds == -1) return std::nullopt;
    return TimeLimit::Clock::from_time_t(seconds);
}

}  // namespace

double parse_time_limit(std::string_view text) {
    std::int64_t days = 0;
    std::string_view clock = text;
    if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
        const auto parsed = whole_number(text.substr(0, dash));
        if (!parsed) usage_error("run.time_limit = \"{}\": write hh:mm:ss or d-hh:mm:ss", text);
        days = *parsed;
        clock = text.substr(dash + 1);
    }
    const auto parts = parts_of(clock);
    if (!parts || parts->size() != 3 || (*parts)[1] > 59 || (*parts)[2] > 59) {
        usage_error("run.time_limit = \"{}\": write hh:mm:ss or d-hh:mm:ss", text);
    }
    return static_cast<double>(((days * 24 + (*parts)[0]) * 60 + (*parts)[1]) * 60 + (*parts)[2]);
}

TimeLimit::TimeLimit(const std::string& time_limit, Clock::time_point start,
                     const EnvironmentLookup& environment, const CommandOutput& output_of) {
    if (!time_limit.empty()) {
        const auto length = std::chrono::duration<double>(parse_time_limit(time_limit));
        end_ = start + std::chrono::duration_cast<Clock::duration>(length);
        source_ = "run.time_limit";
        return;
    }
    const auto job = environment("SLURM_JOB_ID");
    if (!job) return;
    if (const auto text = environment("SLURM_JOB_END_TIME")) {
        if (const auto seconds = whole_number(*text)) {
            end_ = Clock::from_time_t(*seconds);
            source_ = "SLURM_JOB_END_TIME";
            return;
        }
    }
    if (!whole_number(*job)) return;  // nothing but a number goes into a shell command
    if (const auto text = output_of("squeue --noheader --format=%e --jobs=" + *job + " 2>/dev/null")) {
        end_ = parse_local_time(*text);
        if (end_) source_ = "squeue";
    }
}

double TimeLimit::seconds_left(Clock::time_point now) const {
    if (!end_) return std::numeric_limits<double>::infinity();
    return std::chrono::duration<double>(*end_ - now).count();
}

bool TimeLimit::must_stop(Clock::time_point now, double save_seconds, double update_seconds) const {
    return seconds_left(now) < save_factor * save_seconds + 2.0 * update_seconds + margin_seconds;
}

CommandOutput shell_command() {
    return [](const std::string& command) -> std::optional<std::string> {
        FILE* pipe = popen(command.c_str(), "r");
        if (pipe == nullptr) return std::nullopt;
        std::string output;
        std::array<char, 256> buffer{};
        while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) output += buffer.data();
        if (pclose(pipe) != 0 || output.empty()) return std::nullopt;
        return output;
    };
}

}  // namespace remo::train
