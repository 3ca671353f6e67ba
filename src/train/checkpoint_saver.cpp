#include "remo/train/checkpoint_saver.hpp"

#include <fmt/format.h>

#include <utility>

#include "remo/comm/agreement.hpp"
#include "remo/train/run_watch.hpp"

namespace remo::train {
namespace {

/// Adds the time that it lives.
class Stall {
  public:
    explicit Stall(double& seconds) : seconds_(seconds) {}
    ~Stall() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }
    Stall(const Stall&) = delete;
    Stall& operator=(const Stall&) = delete;

  private:
    double& seconds_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

CheckpointSaver::CheckpointSaver(const comm::Communicator& communicator, Device& device,
                                 const RunDirectory& directory, const config::CheckpointSection& settings,
                                 const SavePolicy& policy, Told saved)
    : communicator_(communicator),
      device_(device),
      directory_(directory),
      settings_(settings),
      policy_(policy),
      saved_(std::move(saved)) {}

void CheckpointSaver::begin(const ParameterStore& store, parallel::Strategy& strategy,
                            const TrainingState& state, const FileTexts& texts) {
    if (!settings_.async) return save(store, strategy, state, texts, false);
    complete();
    start(store, strategy, state, texts, io::Writing::in_background, false);
}

void CheckpointSaver::save(const ParameterStore& store, parallel::Strategy& strategy,
                           const TrainingState& state, const FileTexts& texts, bool required) {
    complete();
    start(store, strategy, state, texts, io::Writing::at_once, required);
    finish(required);
}

void CheckpointSaver::start(const ParameterStore& store, parallel::Strategy& strategy,
                            const TrainingState& state, const FileTexts& texts, io::Writing writing,
                            bool required) {
    note_phase(communicator_, "saving a checkpoint");
    begin_ = Clock::now();
    current_ = {state.update, directory_.checkpoint(state.update)};
    newest_before_ = std::exchange(newest_, state.update);
    attempt(required, [&] {
        const Stall stall(current_.stall_seconds);
        writer_ = std::make_unique<io::FileWriter>(
            communicator_, current_.path,
            checkpoint_contents(communicator_, device_, store, strategy, state, texts), writing);
    });
    copied_ = writer_ == nullptr;
}

void CheckpointSaver::before_change() {
    if (copied_) return;
    const Stall stall(current_.stall_seconds);
    writer_->wait_for_copy();
    copied_ = true;
}

void CheckpointSaver::poll() {
    if (writer_ && communicator_.minimum<std::int64_t>(writer_->ready() ? 1 : 0) == 1)
        proceed(false, [](io::FileWriter& writer) { return writer.advance(); });
}

void CheckpointSaver::complete() {
    if (writer_) finish(false);
}

void CheckpointSaver::finish(bool required) {
    if (!writer_) return;
    proceed(required, [](io::FileWriter& writer) {
        writer.finish();
        return true;
    });
}

void CheckpointSaver::proceed(bool required, const std::function<bool(io::FileWriter&)>& step) {
    note_phase(communicator_, "saving a checkpoint");
    auto writer = std::move(writer_);  // gone with its partial file when the step fails
    bool complete = true;
    attempt(required, [&] {
        const Stall stall(current_.stall_seconds);
        complete = step(*writer);
    });
    if (!complete) {
        writer_ = std::move(writer);
        return;
    }
    copied_ = true;
    if (newest_ != current_.update) return;
    comm::on_root(communicator_, [&] { delete_old_checkpoints(directory_, settings_.keep); });
    current_.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    saved_(current_);
}

void CheckpointSaver::attempt(bool required, const std::function<void()>& action) {
    const std::string what = fmt::format("the checkpoint of update {}", current_.update);
    if (!policy_.attempt(what, required, action)) newest_ = newest_before_;
}

}  // namespace remo::train
