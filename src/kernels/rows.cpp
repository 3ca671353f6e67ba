#include "remo/kernels/rows.hpp"

#include "parallel.hpp"

namespace remo::kernels {

void gather_rows(Device& device, ConstMatrix source, IndexVector rows, Matrix target) {
    for_rows(
        device, "remo::rows::gather", rows.size, KOKKOS_LAMBDA(Index i) {
            const float* const from = source.data + rows.data[i] * source.stride;
            float* const to = target.data + i * target.stride;
            const Index n = target.columns;
            for (Index j = 0; j < n; ++j) to[j] = from[j];
        });
}

void scatter_rows(Device& device, ConstMatrix source, IndexVector rows, Matrix target) {
    for_rows(
        device, "remo::rows::scatter", rows.size, KOKKOS_LAMBDA(Index i) {
            const float* const from = source.data + i * source.stride;
            float* const to = target.data + rows.data[i] * target.stride;
            const Index n = source.columns;
            for (Index j = 0; j < n; ++j) to[j] = from[j];
        });
}

void scatter_add_rows(Device& device, ConstMatrix source, IndexVector rows, Matrix target) {
    for_rows(
        device, "remo::rows::scatter_add", rows.size, KOKKOS_LAMBDA(Index i) {
            const float* const from = source.data + i * source.stride;
            float* const to = target.data + rows.data[i] * target.stride;
            const Index n = source.columns;
#pragma omp simd
            for (Index j = 0; j < n; ++j) to[j] += from[j];
        });
}

}  // namespace remo::kernels
