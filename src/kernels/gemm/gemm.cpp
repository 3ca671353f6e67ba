#include "remo/kernels/gemm/gemm.hpp"

#include "../parallel.hpp"
#include "backend.hpp"
#include "remo/base/format.hpp"

namespace remo::kernels {

namespace {

struct Shape {
    Index rows, columns;
};

Shape shape_of(Transpose transpose, ConstMatrix x) {
    return transpose == Transpose::no ? Shape{x.rows, x.columns} : Shape{x.columns, x.rows};
}

void check_shapes(Shape a, Shape b, ConstMatrix c) {
    if (a.rows == c.rows && b.columns == c.columns && a.columns == b.rows) return;
    failure("Matrix product of ({}, {}) and ({}, {}) into ({}, {}): the shapes do not fit.", a.rows,
            a.columns, b.rows, b.columns, c.rows, c.columns);
}

/// c = beta c, where there is nothing to add.
void scale_rows(Device& device, float beta, Matrix c) {
    for_rows(
        device, "remo::gemm::scale", c.rows, KOKKOS_LAMBDA(Index i) {
            float* const row = c.data + i * c.stride;
            for (Index j = 0; j < c.columns; ++j) row[j] = beta == 0.0f ? 0.0f : beta * row[j];
        });
}

}  // namespace

void gemm(Device& device, Transpose transpose_a, Transpose transpose_b, float alpha, ConstMatrix a,
          ConstMatrix b, float beta, Matrix c) {
    const Shape left = shape_of(transpose_a, a);
    check_shapes(left, shape_of(transpose_b, b), c);
    if (c.empty()) return;
    if (left.columns == 0) return scale_rows(device, beta, c);
    backend::gemm(device, transpose_a, transpose_b, alpha, a, b, beta, c);
}

}  // namespace remo::kernels
