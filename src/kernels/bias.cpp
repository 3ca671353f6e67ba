#include "remo/kernels/bias.hpp"

#include "parallel.hpp"

namespace remo::kernels {

void add_bias(Device& device, Matrix x, ConstVector bias) {
    for_rows(
        device, "remo::bias::add", x.rows, KOKKOS_LAMBDA(Index row) {
            float* const target = x.data + row * x.stride;
            const float* const added = bias.data;
            const Index n = x.columns;
#pragma omp simd
            for (Index j = 0; j < n; ++j) target[j] += added[j];
        });
}

void column_sums(Device& device, ConstMatrix x, Vector sums) {
    const Index n = x.columns;
    const RowBlocks blocks(x.rows);
    auto* const partial = reinterpret_cast<float*>(
        device.instance().scratch(static_cast<std::size_t>(blocks.count() * n) * sizeof(float)));
    for_rows(
        device, "remo::bias::column_sums", blocks.count(), KOKKOS_LAMBDA(Index b) {
            float* const own = partial + b * n;
            for (Index j = 0; j < n; ++j) own[j] = 0.0f;
            for (Index i = blocks.begin(b); i < blocks.end(b); ++i) {
                const float* const row = x.data + i * x.stride;
#pragma omp simd
                for (Index j = 0; j < n; ++j) own[j] += row[j];
            }
        });
    add_partial_sums(device, "remo::bias::sums", partial, blocks.count(), n, 0, sums);
}

}  // namespace remo::kernels
