#include "remo/base/log.hpp"

#include <fmt/format.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <unistd.h>

#include <string>

namespace remo {

struct Log::Sink {
    spdlog::logger logger{"remo", std::make_shared<spdlog::sinks::stderr_sink_mt>()};
    std::string place;  ///< names this rank in messages of its own; empty with one rank

    Sink(int rank, int ranks, std::string_view host) {
        logger.set_pattern("%v");
        logger.set_level(spdlog::level::info);
        logger.flush_on(spdlog::level::info);
        if (ranks > 1) place = fmt::format("rank {} on {}: ", rank, host);
    }
};

Log::Log(int rank, int ranks, std::string_view host)
    : sink_(std::make_unique<Sink>(rank, ranks, host)),
      rank_(rank),
      on_terminal_(isatty(STDERR_FILENO) != 0) {}

Log::~Log() = default;

void Log::info(std::string_view message) {
    if (speaks()) sink_->logger.info("{}", message);
}

void Log::warning(std::string_view message) {
    if (speaks()) sink_->logger.warn("warning: {}", message);
}

void Log::error(std::string_view message) {
    if (speaks()) sink_->logger.error("error: {}", message);
}

void Log::warning_here(std::string_view message) {
    sink_->logger.warn("warning: {}{}", sink_->place, message);
}

void Log::error_here(std::string_view message) {
    sink_->logger.error("error: {}{}", sink_->place, message);
}

}  // namespace remo
