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

void zero_rows(Device& device, IndexVector rows, Matrix target) {
    for_rows(
        device, "remo::rows::zero", rows.size, KOKKOS_LAMBDA(Index i) {
            float* const row = target.data + rows.data[i] * target.stride;
            const Index n = target.columns;
            for (Index j = 0; j < n; ++j) row[j] = 0.0f;
        });
}

void scale_rows(Device& device, IndexVector rows, ConstVector factors, Matrix target) {
    for_rows(
        device, "remo::rows::scale", rows.size, KOKKOS_LAMBDA(Index i) {
            constexpr Index width = 16;  // stays in registers while all factors pass
            float* const row = target.data + rows.data[i] * target.stride;
            for (Index begin = 0; begin < target.columns; begin += width) {
                const Index count = begin + width < target.columns ? width : target.columns - begin;
                float part[width] = {};
                for (Index j = 0; j < count; ++j) part[j] = row[begin + j];
                for (Index f = 0; f < factors.size; ++f) {
                    const float factor = factors.data[f];
#pragma omp simd
                    for (Index j = 0; j < width; ++j) part[j] *= factor;
                }
                for (Index j = 0; j < count; ++j) row[begin + j] = part[j];
            }
        });
}

void mark_nonzero_rows(Device& device, ConstMatrix x, VectorView<std::int32_t> flags) {
    for_rows(
        device, "remo::rows::mark_nonzero", x.rows, KOKKOS_LAMBDA(Index i) {
            const float* const row = x.data + i * x.stride;
            const Index n = x.columns;
            int any = 0;
#pragma omp simd reduction(| : any)
            for (Index j = 0; j < n; ++j) any |= row[j] != 0.0f ? 1 : 0;
            if (any != 0) flags.data[i] = 1;
        });
}

}  // namespace remo::kernels
