#pragma once
#include <cstdint>
#include <functional>
#include <span>

#include "remo/optim/optimizer.hpp"

namespace remo::parallel {

/// The gradient of an embedding table as the few rows that a global batch touches: zeroed, summed over the ranks and measured
/// without passing over the others.
class RowGradients {
  public:
    /// The rows of this update, the same on all ranks. Invalid table: the whole buffer is treated alike.
    void begin(Device& device, const optim::TouchedRows& touched);
    [[nodiscard]] const optim::TouchedRows& touched() const { return touched_; }
    [[nodiscard]] bool active() const { return touched_.table.valid(); }

    /// Zeroes the whole gradient buffer, knowing that of the last update's table only its rows are not zero.
    void zero(Device& device, ParameterStore& store);
    /// Calls action(Vector) on the parts of a flat buffer beside the table, front first; on all of it when not active.
    void for_each_other_part(const ParameterStore& store, Vector flat,
                             const std::function<void(Vector)>& action) const;
    /// Packs the rows, lets `collective` sum them in pieces of `piece` elements, and puts them back.
    void reduce(Device& device, ParameterStore& store, Index piece,
                const std::function<void(std::span<float>)>& collective);
    /// The summed rows, packed; valid after `reduce`.
    [[nodiscard]] Vector packed() const { return {packed_.data(), packed_size_}; }

  private:
    optim::TouchedRows touched_;
    Buffer<std::int32_t> rows_;
    Index row_count_ = 0;
    Buffer<float> packed_;
    Index packed_size_ = 0;
    bool only_rows_ = false;  ///< the table's gradient is zero but for touched_.rows
};

}  // namespace remo::parallel
