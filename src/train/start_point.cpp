#include <fmt/format.h>

#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/config/job_file.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "remo/io/json.hpp"
#include "remo/train/run_setup.hpp"

namespace remo::train {
namespace {

void refuse_changes(const config::Job& before, const config::Job& now, const std::string& where, bool allow,
                    Log& log) {
    const auto keys = config::differing_keys(before, now, true);
    if (keys.empty()) return;
    if (!allow) {
        usage_error(
            "{} was made by another job, which differs in {}; choose another run.output, or pass "
            "--allow-changes to "
            "go on with the new values, or --resume never to start again",
            where, fmt::join(keys, "; "));
    }
    log.warning(fmt::format("going on with changed keys: {}", fmt::join(keys, "; ")));
}

bool is_done(const RunDirectory& directory) {
    if (!std::filesystem::exists(directory.summary()) || !std::filesystem::exists(directory.model()))
        return false;
    const auto summary = io::Json::parse(read_file(directory.summary()), nullptr, false);
    return summary.is_object() && summary.value("status", "") == "done";
}

/// Removes what an earlier run left, so that `--resume never` starts with an empty history.
void clear_outputs(const RunDirectory& directory) {
    for (const std::int64_t update : directory.checkpoint_updates())
        std::filesystem::remove(directory.checkpoint(update));
    for (const auto& path : {directory.metrics(), directory.summary(), directory.model(), directory.best()}) {
        std::filesystem::remove(path);
    }
}

/// Removes what a killed run left half written. Only for who holds the lock.
void remove_partial_files(const RunDirectory& directory) {
    for (const auto& folder : {directory.root(), directory.checkpoints()}) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            const std::string name = entry.path().filename().string();
            std::error_code ignored;  // the file's owner may remove it at the same time
            if (name.starts_with('.') && name.ends_with(".partial"))
                std::filesystem::remove(entry.path(), ignored);
        }
    }
}

/// Renames the checkpoints after `update`: they are damaged, or of a course that the run leaves. Otherwise a later start would
/// resume from them, and checkpoint.keep would count them and delete new ones in their place.
void set_later_ones_aside(const RunDirectory& directory, std::int64_t update, Log& log) {
    for (const std::int64_t later : directory.checkpoint_updates()) {
        if (later <= update) continue;
        const auto path = directory.checkpoint(later);
        const std::string aside = path.string() + ".aside";
        std::error_code reason;
        std::filesystem::rename(path, aside, reason);
        if (reason) failure("cannot rename {} to {}: {}", path.string(), aside, reason.message());
        log.warning(fmt::format("{} is renamed to {}", path.string(), aside));
    }
}

void start_from_file(const RunDirectory& directory, const config::Job& job, const RunOptions& options,
                     Log& log, StartPoint& start) {
    const io::CheckpointReader reader(options.resume);
    reader.verify();
    refuse_changes(config::parse_job(reader.training_text("job"), options.resume), job, options.resume,
                   options.allow_changes, log);
    start.checkpoint = options.resume;
    const auto training = reader.training();
    const auto update = training.find("update");
    if (update != training.end() && std::holds_alternative<std::int64_t>(update->second))
        set_later_ones_aside(directory, std::get<std::int64_t>(update->second), log);
}

void start_from_newest(const RunDirectory& directory, Log& log, StartPoint& start) {
    const auto updates = directory.checkpoint_updates();
    const auto checkpoint = newest_sound_checkpoint(directory, log);
    if (checkpoint) start.checkpoint = checkpoint->string();
    if (!checkpoint && !updates.empty()) {
        log.warning(
            fmt::format("none of the {} checkpoints is sound: training starts again", updates.size()));
    }
    std::int64_t from = -1;
    for (const std::int64_t update : updates) {
        if (directory.checkpoint(update) == start.checkpoint) from = update;
    }
    set_later_ones_aside(directory, from, log);
}

void look_on_root(const RunDirectory& directory, const config::Job& job, const RunOptions& options, Log& log,
                  StartPoint& start) {
    remo::create_directories(directory.checkpoints());
    start.lock = std::make_unique<RunLock>(directory.lock());
    remove_partial_files(directory);
    if (options.resume == "never") {
        clear_outputs(directory);
        return;
    }
    if (options.resume != "auto") {
        start_from_file(directory, job, options, log, start);
        return;
    }
    if (!std::filesystem::exists(directory.job())) return;
    refuse_changes(config::read_job(directory.job()), job, directory.root().string(), options.allow_changes,
                   log);
    start.finished = is_done(directory) && !options.allow_changes;
    if (!start.finished) start_from_newest(directory, log, start);
}

}  // namespace

StartPoint choose_start(const comm::Communicator& communicator, const RunDirectory& directory,
                        const config::Job& job, const RunOptions& options, Log& log) {
    StartPoint start;
    comm::on_root(communicator, [&] { look_on_root(directory, job, options, log, start); });
    communicator.broadcast(start.checkpoint, 0);
    std::int64_t finished = start.finished ? 1 : 0;
    communicator.broadcast(std::span(&finished, 1), 0);
    start.finished = finished != 0;
    return start;
}

}  // namespace remo::train
