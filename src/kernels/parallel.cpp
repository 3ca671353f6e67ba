#include "parallel.hpp"

namespace remo::kernels {

void add_partial_sums(Device& device, const std::string& label, const float* partial, Index blocks,
                      Index row_size, Index offset, Vector sums) {
    if (sums.data == nullptr) return;
    constexpr Index chunk = 256;
    const Index size = sums.size;
    float* const target = sums.data;
    for_rows(
        device, label.c_str(), (size + chunk - 1) / chunk, KOKKOS_LAMBDA(Index part) {
            const Index begin = part * chunk;
            const Index end = begin + chunk < size ? begin + chunk : size;
            for (Index b = 0; b < blocks; ++b) {
                const float* const source = partial + b * row_size + offset;
#pragma omp simd
                for (Index c = begin; c < end; ++c) target[c] += source[c];
            }
        });
}

}  // namespace remo::kernels
