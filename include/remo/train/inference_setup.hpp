#pragma once
/// \file
/// What evaluation and prediction are made of: a trained classifier and tokenised data.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "remo/base/log.hpp"
#include "remo/comm/communicator.hpp"
#include "remo/data/token_dataset.hpp"
#include "remo/models/model.hpp"
#include "remo/train/model_source.hpp"

namespace remo::train {

struct InferenceOptions {
    std::string model;
    std::string data;
    std::vector<std::string> text;  ///< columns; empty: those it was trained on, else "text" or "sentence"
    std::string label;              ///< column; empty: the one it was trained on, else "label"
    std::int64_t max_length = 0;    ///< 0: what it was trained with, else 128
    bool labels_required = false;
};

/// Collective to make. Token ids go into a temporary directory of rank 0 that goes away with the object.
class InferenceSetup {
  public:
    InferenceSetup(const comm::Communicator& communicator, Device& device, Log& log,
                   const InferenceOptions& options);
    ~InferenceSetup();

    [[nodiscard]] const models::ModelConfig& config() const { return source_.config(); }
    [[nodiscard]] models::Model& model() { return *model_; }
    [[nodiscard]] const data::TokenDataset& dataset() const { return *dataset_; }

  private:
    void prepare_data(const comm::Communicator& communicator, Log& log, const InferenceOptions& options);
    ModelSource source_;
    std::filesystem::path scratch_;
    std::unique_ptr<models::Model> model_;
    std::optional<data::TokenDataset> dataset_;
};

}  // namespace remo::train
