#pragma once
/// \file
/// Products of the small matrices inside attention, register-blocked: their calls would cost a GEMM library more than
/// their arithmetic.
#include "lanes.hpp"

namespace remo::kernels {

/// The left matrix: element (i, p) is data[i * row_step + p * inner_step], so that it may be a transpose.
struct LeftOperand {
    const float* data;
    Index row_step;
    Index inner_step;
};

/// A tile of Rows x (Vectors registers) of C = alpha A B (+ C when `add`).
template <int Rows, int Vectors>
KOKKOS_FORCEINLINE_FUNCTION void product_tile(const LeftOperand& a, const float* b, Index b_stride,
                                              Index inner, float alpha, bool add, float* c, Index c_stride) {
    Lanes sums[Rows][Vectors] = {};
    for (Index p = 0; p < inner; ++p) {
        Lanes right[Vectors];
        for (int v = 0; v < Vectors; ++v) right[v] = load<Lanes>(b + p * b_stride + v * lane_count);
        for (int i = 0; i < Rows; ++i) {
            const float left = a.data[i * a.row_step + p * a.inner_step];
            for (int v = 0; v < Vectors; ++v) sums[i][v] += left * right[v];
        }
    }
    for (int i = 0; i < Rows; ++i) {
        for (int v = 0; v < Vectors; ++v) {
            float* const target = c + i * c_stride + v * lane_count;
            store(target, add ? alpha * sums[i][v] + load<Lanes>(target) : alpha * sums[i][v]);
        }
    }
}

/// Columns that fill no register.
KOKKOS_INLINE_FUNCTION void product_remainder(const LeftOperand& a, const float* b, Index b_stride,
                                              Index rows, Index inner, Index columns, float alpha, bool add,
                                              float* c, Index c_stride) {
    for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < columns; ++j) {
            float sum = 0.0f;
            for (Index p = 0; p < inner; ++p)
                sum += a.data[i * a.row_step + p * a.inner_step] * b[p * b_stride + j];
            float& target = c[i * c_stride + j];
            target = add ? alpha * sum + target : alpha * sum;
        }
    }
}

/// All columns of Rows rows.
template <int Rows>
KOKKOS_INLINE_FUNCTION void product_rows(const LeftOperand& a, const float* b, Index b_stride, Index inner,
                                         Index columns, float alpha, bool add, float* c, Index c_stride) {
    Index j = 0;
    for (; j + 2 * lane_count <= columns; j += 2 * lane_count)
        product_tile<Rows, 2>(a, b + j, b_stride, inner, alpha, add, c + j, c_stride);
    for (; j + lane_count <= columns; j += lane_count)
        product_tile<Rows, 1>(a, b + j, b_stride, inner, alpha, add, c + j, c_stride);
    if (j < columns)
        product_remainder(a, b + j, b_stride, Rows, inner, columns - j, alpha, add, c + j, c_stride);
}

/// C (rows, columns) = alpha A (rows, inner) B (inner, columns), plus C when `add`.
KOKKOS_INLINE_FUNCTION void small_product(LeftOperand a, const float* b, Index b_stride, Index rows,
                                          Index inner, Index columns, float alpha, bool add, float* c,
                                          Index c_stride) {
    constexpr int tile = lane_count == 16 ? 8 : 4;  // sums of a tile fill half of the processor's registers
    Index i = 0;
    const auto rows_of = [&]<int Rows>() {
        for (; i + Rows <= rows; i += Rows) {
            product_rows<Rows>(a, b, b_stride, inner, columns, alpha, add, c + i * c_stride, c_stride);
            a.data += Rows * a.row_step;
        }
    };
    rows_of.template operator()<tile>();
    rows_of.template operator()<4>();
    rows_of.template operator()<1>();
}

}  // namespace remo::kernels
