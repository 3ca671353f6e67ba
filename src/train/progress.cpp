#include "remo/train/progress.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace remo::train {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_between(Clock::time_point begin, Clock::time_point end) {
    return std::chrono::duration<double>(end - begin).count();
}

/// 1, 2, 5, 10, 20, 50, …: the updates that a batch log shows early on.
bool is_round(std::int64_t number) {
    while (number >= 10 && number % 10 == 0) number /= 10;
    return number == 1 || number == 2 || number == 5;
}

}  // namespace

std::string duration_text(double seconds) {
    const auto whole = static_cast<std::int64_t>(seconds + 0.5);
    if (whole >= 3600) return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
    if (whole >= 60) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} s", whole);
}

Progress::Progress(Log& log, std::int64_t total_updates, std::int64_t done_updates)
    : log_(log), total_(total_updates), first_(done_updates), start_(Clock::now()), shown_(start_) {}

std::string Progress::line(const UpdateFigures& figures) const {
    const double elapsed = seconds_between(start_, Clock::now());
    const double per_update = elapsed / static_cast<double>(figures.update - first_);
    return fmt::format(
        "update {}/{}  epoch {:.2f}  loss {:.4f}  lr {:.2e}  {:.0f} tokens/s  {:.1f} samples/s  {} left",
        figures.update, total_, figures.epoch, smoothed_loss_, figures.learning_rate,
        figures.tokens_per_second, figures.samples_per_second,
        duration_text(per_update * static_cast<double>(total_ - figures.update)));
}

void Progress::update(const UpdateFigures& figures) {
    if (!log_.speaks()) return;
    smoothed_loss_ = any_ ? 0.9 * smoothed_loss_ + 0.1 * figures.loss : figures.loss;
    any_ = true;
    const auto now = Clock::now();
    const bool last = figures.update == total_;
    if (log_.on_terminal()) {
        if (!last && seconds_between(shown_, now) < 0.2) return;
        std::fprintf(stderr, "\r\033[K%s", line(figures).c_str());
        open_line_ = true;
        if (last) pause();
    } else {
        const std::int64_t count = figures.update - first_;
        const bool early = count <= 100 && is_round(count) && seconds_between(shown_, now) > 1.0;
        if (!last && count != 1 && !early && seconds_between(shown_, now) < 10.0) return;
        log_.info(line(figures));
    }
    shown_ = now;
}

void Progress::pause() {
    if (open_line_) std::fputc('\n', stderr);
    open_line_ = false;
}

}  // namespace remo::train
