#pragma once
/// \file
/// Tensors of tests: host values in device memory and back.
#include <vector>

#include "remo/base/random.hpp"
#include "support/device.hpp"

namespace remo::testing {

/// A buffer in device memory with values from the host.
template <class T>
class DeviceArray {
  public:
    explicit DeviceArray(const std::vector<T>& values) : buffer_("test", static_cast<Index>(values.size())) {
        device().copy_to_device(buffer_.data(), values.data(), values.size() * sizeof(T));
    }
    [[nodiscard]] VectorView<T> view() const { return buffer_.view(); }
    [[nodiscard]] MatrixView<T> matrix(Index rows, Index columns) const {
        return {buffer_.data(), rows, columns};
    }
    [[nodiscard]] std::vector<T> values() const {
        std::vector<T> result(static_cast<std::size_t>(buffer_.size()));
        device().copy_to_host(result.data(), buffer_.data(), result.size() * sizeof(T));
        return result;
    }

  private:
    Buffer<T> buffer_;
};

/// `count` numbers of mean 0 and deviation `scale` (sums of four uniforms, bell-shaped); another `stream` gives others.
inline std::vector<float> random_values(Index count, std::uint64_t stream, double scale = 1.0) {
    std::vector<float> values(static_cast<std::size_t>(count));
    const PhiloxKey key = random_key(2024, RandomUse::initialisation, stream);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const PhiloxCounter words = philox({static_cast<std::uint32_t>(i), 0, 0, 0}, key);
        double sum = 0.0;  // variance 4 / 12
        for (const std::uint32_t word : words) sum += static_cast<double>(word) / 4294967296.0 - 0.5;
        values[i] = static_cast<float>(sum * 1.7320508 * scale);
    }
    return values;
}

inline std::vector<double> widened(const std::vector<float>& values) {
    return {values.begin(), values.end()};
}

}  // namespace remo::testing
