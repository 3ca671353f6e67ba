#pragma once
/// \file
/// Hands every rank its packed micro-batches, update after update.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "remo/comm/communicator.hpp"
#include "remo/data/token_dataset.hpp"
#include "remo/tensor/packed_batch.hpp"

namespace remo::data {

enum class Placement { scatter, shared_file };

struct LoaderOptions {
    std::int64_t global_batch_size = 32;
    std::int64_t micro_batch_tokens = 4096;
    Placement placement = Placement::scatter;
    std::uint64_t seed = 42;
    bool shuffle = true;
    std::int64_t window_samples = 4096;  ///< samples that rank 0 hands out at a time (whole global batches)
};

/// This rank's part of one global batch.
struct UpdateBatch {
    std::int64_t epoch = 0;
    std::int64_t global_samples = 0;  ///< samples of all ranks
    std::int64_t global_tokens = 0;
    double global_weight = 0.0;      ///< sum of the sample weights of all ranks: the loss's denominator
    std::vector<PackedBatch> micro;  ///< this rank's micro-batches; may be none
    bool last_of_epoch = false;
};

/// Collective throughout: all ranks make the same calls. With "scatter" rank 0 reads the cache and hands out token rows with
/// MPI_Scatterv window by window; with "shared_file" each rank reads its own rows.
class BatchLoader {
  public:
    BatchLoader(const comm::Communicator& communicator, const TokenDataset& dataset,
                const LoaderOptions& options);
    ~BatchLoader();

    [[nodiscard]] std::int64_t batches_per_epoch() const;
    /// Goes to global batch `batch` of `epoch` (also how a run resumes).
    void seek(std::int64_t epoch, std::int64_t batch);
    /// The next global batch of the current epoch; false at the epoch's end (then seek).
    bool next(UpdateBatch& out);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace remo::data
