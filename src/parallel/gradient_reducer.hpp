#pragma once
#include <functional>
#include <span>

#include "remo/parallel/strategy.hpp"
#include "row_gradients.hpp"

namespace remo::parallel {

/// Sums the flat gradient buffer over the ranks, bucket by bucket from the back: buckets lie on a grid that only the job decides,
/// so that every rank makes the same calls however its ranges become ready.
class GradientReducer : public Reducer {
  public:
    using Collective = std::function<void(std::span<float>)>;

    /// \param rows        what is known of the embedding table's gradient; outlives the reducer
    /// \param collective  sums one bucket in place
    GradientReducer(Device& device, ParameterStore& store, RowGradients& rows, double bucket_mib,
                    Collective collective);
    void add(Index begin, Index size) override;
    void finalize() override;

    [[nodiscard]] double seconds() const { return seconds_; }
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }

  private:
    Device& device_;
    ParameterStore& store_;
    RowGradients& rows_;
    Index bucket_size_;
    Collective collective_;
    Index final_from_;
    bool finalized_ = false;
    double seconds_ = 0.0;
    std::int64_t bytes_ = 0;
};

}  // namespace remo::parallel
