#pragma once
/// \file
/// What a run tells before its first update.
#include <string>

#include "remo/base/log.hpp"
#include "remo/comm/communicator.hpp"
#include "remo/config/job.hpp"
#include "remo/data/token_dataset.hpp"
#include "remo/models/registry.hpp"
#include "remo/tensor/device.hpp"

namespace remo::train {

/// Collective: remo, libraries and processors, and the map rank -> host -> device -> cores.
void report_surroundings(const comm::Communicator& communicator, const Device& device, Log& log);

/// The whole effective job, without its comments.
void report_job(const config::Job& job, Log& log);

/// One data set: samples, tokens, lengths, truncation, labels.
void report_dataset(const std::string& name, const data::TokenDataset& dataset, Log& log);

/// The model and where its weights came from.
void report_model(const models::ModelConfig& config, const ParameterStore& store,
                  const models::LoadReport& report, Log& log);

}  // namespace remo::train
