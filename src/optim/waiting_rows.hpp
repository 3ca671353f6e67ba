#pragma once
/// \file
/// Rows of an embedding table that no sample has touched yet: an update only decays them, all alike, so it can wait.
#include <cstdint>
#include <vector>

#include "remo/optim/optimizer.hpp"

namespace remo::optim {

/// A row waits until it first has a gradient; from then on it is active and takes part in every update. What the waiting rows
/// missed is a list of factors, applied one after the other, so that their bits are those of updates on time.
class WaitingRows {
  public:
    /// Looks which rows of the table are active already: those with optimiser state (a resumed run).
    void begin(Device& device, ConstMatrix exp_avg, ConstMatrix exp_avg_sq);
    [[nodiscard]] bool begun() const { return !active_.empty(); }
    void forget();  ///< state was loaded: look again

    /// Brings touched rows up to date in `values` and activates them.
    void touch(Device& device, const std::vector<std::int32_t>& rows, Matrix values);
    [[nodiscard]] IndexVector active_rows(Device& device);  ///< device memory, valid until the next touch
    /// An update that multiplies the waiting rows with `factor`.
    void miss(Device& device, float factor, Matrix values);
    void settle(Device& device, Matrix values);

  private:
    void catch_up(Device& device, const std::vector<std::int32_t>& rows, Matrix values);
    std::vector<char> active_;        ///< (table rows)
    std::vector<std::int32_t> list_;  ///< active rows in the order of their activation
    std::vector<float> missed_;       ///< factors
    Buffer<std::int32_t> device_list_;
    bool list_changed_ = true;
};

}  // namespace remo::optim
