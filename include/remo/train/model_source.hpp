#pragma once
/// \file
/// A stored model as all ranks see it: rank 0 reads, MPI broadcasts.
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "remo/base/log.hpp"
#include "remo/comm/communicator.hpp"
#include "remo/config/job.hpp"
#include "remo/io/model_bundle.hpp"
#include "remo/models/registry.hpp"
#include "remo/text/tokenizer.hpp"

namespace remo::train {

class ModelSource {
  public:
    /// Collective. Error(usage) on all ranks when the model can't be opened. \param overrides  keys of config.json with JSON
    /// texts ([model.config] of a job)
    ModelSource(const comm::Communicator& communicator, const std::filesystem::path& path, bool with_tensors,
                const std::map<std::string, std::string>& overrides = {});

    [[nodiscard]] const models::ModelConfig& config() const { return config_; }
    [[nodiscard]] models::ModelConfig& config() { return config_; }
    [[nodiscard]] const io::TextFiles& tokenizer_files() const { return tokenizer_files_; }
    [[nodiscard]] const std::string& origin() const { return origin_; }
    /// Whether the weights hold a classifier that was trained already.
    [[nodiscard]] bool has_head() const { return has_head_; }
    /// The job that trained it, where the file carries one.
    [[nodiscard]] const std::optional<config::Job>& job() const { return job_; }
    [[nodiscard]] text::Tokenizer tokenizer(const text::TokenizerOptions& options) const;

    /// Collective: makes the model and fills it with the stored weights (or random ones) on rank 0; the other ranks hold zeros
    /// until the parameters are broadcast. The report is rank 0's.
    std::unique_ptr<models::Model> make_model(Device& device, bool with_gradients, bool random,
                                              std::uint64_t seed, models::LoadReport* report);
    void drop_tensors() { bundle_.tensors.reset(); }

  private:
    void open_on_root(const std::filesystem::path& path, bool with_tensors);
    const comm::Communicator& communicator_;
    io::ModelBundle bundle_;  ///< rank 0
    models::ModelConfig config_;
    io::TextFiles tokenizer_files_;
    std::string origin_;
    std::string job_text_;
    std::optional<config::Job> job_;
    bool has_head_ = false;
};

}  // namespace remo::train
