#pragma once
/// \file
/// Matrix products in plain loops.
#include <vector>

#include "remo/tensor/matrix.hpp"

namespace remo::reference {

/// Where element (i, j) of op(X) lies, for X stored with `stride`.
inline std::size_t place(bool transposed, Index stride, Index i, Index j) {
    return static_cast<std::size_t>(transposed ? j * stride + i : i * stride + j);
}

/// c = alpha op(a) op(b) + beta c; op(a) (m, k), op(b) (k, n), c (m, n).
struct Gemm {
    bool transpose_a, transpose_b;
    Index m, n, k;
    Index stride_a, stride_b, stride_c;
    double alpha, beta;

    void operator()(const std::vector<double>& a, const std::vector<double>& b,
                    std::vector<double>& c) const {
        for (Index i = 0; i < m; ++i) {
            for (Index j = 0; j < n; ++j) {
                double sum = 0.0;
                for (Index p = 0; p < k; ++p)
                    sum += a[place(transpose_a, stride_a, i, p)] * b[place(transpose_b, stride_b, p, j)];
                double& target = c[place(false, stride_c, i, j)];
                target = alpha * sum + (beta == 0.0 ? 0.0 : beta * target);
            }
        }
    }
};

}  // namespace remo::reference
