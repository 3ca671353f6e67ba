#pragma once
/// \file
/// The directory that one training run writes.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace remo::train {

/// Names only; makes nothing.
class RunDirectory {
  public:
    explicit RunDirectory(std::filesystem::path root) : root_(std::move(root)) {}
    [[nodiscard]] const std::filesystem::path& root() const { return root_; }
    [[nodiscard]] std::filesystem::path job() const { return root_ / "job.toml"; }
    [[nodiscard]] std::filesystem::path metrics() const { return root_ / "metrics.jsonl"; }
    [[nodiscard]] std::filesystem::path summary() const { return root_ / "summary.json"; }
    [[nodiscard]] std::filesystem::path model() const { return root_ / "model.h5"; }
    [[nodiscard]] std::filesystem::path best() const { return root_ / "best.h5"; }
    [[nodiscard]] std::filesystem::path lock() const { return root_ / "lock"; }
    [[nodiscard]] std::filesystem::path heartbeat() const { return root_ / "heartbeat"; }
    [[nodiscard]] std::filesystem::path hang_report() const { return root_ / "hang.txt"; }
    [[nodiscard]] std::filesystem::path checkpoints() const { return root_ / "checkpoints"; }
    [[nodiscard]] std::filesystem::path checkpoint(
        std::int64_t update) const;  ///< checkpoints/update-00000500.h5
    /// Checkpoints under their final names, oldest first (by number).
    [[nodiscard]] std::vector<std::int64_t> checkpoint_updates() const;

  private:
    std::filesystem::path root_;
};

}  // namespace remo::train
