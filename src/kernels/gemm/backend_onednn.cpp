#include <oneapi/dnnl/dnnl.h>

#include "backend.hpp"
#include "remo/base/format.hpp"

namespace remo::kernels {

namespace {

char letter(Transpose transpose) {
    return transpose == Transpose::yes ? 'T' : 'N';
}

}  // namespace

void backend::gemm(Device&, Transpose transpose_a, Transpose transpose_b, float alpha, ConstMatrix a,
                   ConstMatrix b, float beta, Matrix c) {
    const Index k = transpose_a == Transpose::no ? a.columns : a.rows;
    const dnnl_status_t status =
        dnnl_sgemm(letter(transpose_a), letter(transpose_b), c.rows, c.columns, k, alpha, a.data, a.stride,
                   b.data, b.stride, beta, c.data, c.stride);
    if (status != dnnl_success)
        failure("oneDNN's dnnl_sgemm failed with status {} for a product of ({}, {}) and inner size {}.",
                static_cast<int>(status), c.rows, c.columns, k);
}

std::string gemm_library() {
    const dnnl_version_t* const version = dnnl_version();
    return fmt::format("oneDNN {}.{}.{}", version->major, version->minor, version->patch);
}

}  // namespace remo::kernels
