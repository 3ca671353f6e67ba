#pragma once
/// \file
/// Saving and loading of models and of the whole state of a run.
#include <filesystem>
#include <optional>
#include <string>

#include "remo/base/log.hpp"
#include "remo/comm/communicator.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "remo/io/model_bundle.hpp"
#include "remo/parallel/strategy.hpp"
#include "remo/train/run_directory.hpp"
#include "remo/train/training_state.hpp"

namespace remo::train {

/// The texts that go into every file of a run.
struct FileTexts {
    std::string config_json;
    io::TextFiles tokenizer;
    std::string job;
};

/// Collective: a model file (parameters only).
void save_model(const comm::Communicator& communicator, Device& device, const std::filesystem::path& path,
                const ParameterStore& store, const FileTexts& texts);

/// Collective: what a checkpoint holds (parameters, optimiser state, progress, history). Ranks share the writing. On a CPU
/// the values are those of store and strategy themselves.
io::FileContents checkpoint_contents(const comm::Communicator& communicator, Device& device,
                                     const ParameterStore& store, parallel::Strategy& strategy,
                                     const TrainingState& state, const FileTexts& texts);

/// The newest sound checkpoint of the directory; damaged ones are stepped over with a warning. Rank 0 only.
std::optional<std::filesystem::path> newest_sound_checkpoint(const RunDirectory& directory, Log& log);

/// Collective: fills parameters, optimiser state and progress from a checkpoint; rank 0 (or the state's holder) reads.
TrainingState load_checkpoint(const comm::Communicator& communicator, Device& device,
                              const std::filesystem::path& path, ParameterStore& store,
                              parallel::Strategy& strategy);

/// Deletes checkpoints beyond the newest `keep`; rank 0, after a new one was verified.
void delete_old_checkpoints(const RunDirectory& directory, std::int64_t keep);

}  // namespace remo::train
