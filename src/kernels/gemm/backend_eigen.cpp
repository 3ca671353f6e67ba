#include <Eigen/Core>

#include "backend.hpp"
#include "remo/base/format.hpp"

namespace remo::kernels {

namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Source = Eigen::Map<const RowMajor, Eigen::Unaligned, Eigen::OuterStride<>>;
using Target = Eigen::Map<RowMajor, Eigen::Unaligned, Eigen::OuterStride<>>;

template <class A, class B>
void multiply(float alpha, const A& a, const B& b, float beta, Target& c) {
    if (beta == 0.0f) {
        c.noalias() = alpha * a * b;
        return;
    }
    if (beta != 1.0f) c *= beta;
    c.noalias() += alpha * a * b;
}

template <class A>
void multiply(float alpha, const A& a, Transpose transpose_b, const Source& b, float beta, Target& c) {
    if (transpose_b == Transpose::yes) return multiply(alpha, a, b.transpose(), beta, c);
    multiply(alpha, a, b, beta, c);
}

Source mapped(ConstMatrix x) {
    return {x.data, x.rows, x.columns, Eigen::OuterStride<>(x.stride)};
}

}  // namespace

void backend::gemm(Device&, Transpose transpose_a, Transpose transpose_b, float alpha, ConstMatrix a,
                   ConstMatrix b, float beta, Matrix c) {
    Target target(c.data, c.rows, c.columns, Eigen::OuterStride<>(c.stride));
    const Source left = mapped(a);
    if (transpose_a == Transpose::yes)
        return multiply(alpha, left.transpose(), transpose_b, mapped(b), beta, target);
    multiply(alpha, left, transpose_b, mapped(b), beta, target);
}

std::string gemm_library() {
    return fmt::format("Eigen {}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION);
}

}  // namespace remo::kernels
