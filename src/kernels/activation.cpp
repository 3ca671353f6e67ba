#include "remo/kernels/activation.hpp"

#include "parallel.hpp"
#include "remo/base/error.hpp"
#include "vector_math.hpp"

namespace remo::kernels {

namespace {

/// f(x) and f'(x).
struct ValueAndSlope {
    float value;
    float slope;
};

/// x Phi(x); slope Phi(x) + x phi(x).
struct Gelu {
    static KOKKOS_FORCEINLINE_FUNCTION ValueAndSlope at(float x) {
        const Normal normal = vector_normal(x);
        return {x * normal.distribution, normal.distribution + x * normal.density};
    }
};

/// As in PyTorch, the slope at 0 is 0, and NaN stays NaN.
struct Relu {
    static KOKKOS_FORCEINLINE_FUNCTION ValueAndSlope at(float x) {
        return {x < 0.0f ? 0.0f : x, x > 0.0f ? 1.0f : 0.0f};
    }
};

struct Tanh {
    static KOKKOS_FORCEINLINE_FUNCTION ValueAndSlope at(float x) {
        const float y = vector_tanh(x);
        return {y, 1.0f - y * y};
    }
};

template <class Function>
KOKKOS_INLINE_FUNCTION void activate_row(const float* x, const float* bias, Index columns, float* y,
                                         float* slope) {
    if (slope == nullptr) {
#pragma omp simd
        for (Index j = 0; j < columns; ++j) y[j] = Function::at(x[j] + bias[j]).value;
        return;
    }
#pragma omp simd
    for (Index j = 0; j < columns; ++j) {
        const ValueAndSlope result = Function::at(x[j] + bias[j]);
        y[j] = result.value;
        slope[j] = result.slope;
    }
}

template <class Function>
void forward(Device& device, ConstMatrix x, const float* bias, Matrix y, Matrix derivative) {
    for_rows(
        device, "remo::activation::forward", x.rows, KOKKOS_LAMBDA(Index row) {
            float* const slope =
                derivative.data == nullptr ? nullptr : derivative.data + row * derivative.stride;
            activate_row<Function>(x.data + row * x.stride, bias, x.columns, y.data + row * y.stride, slope);
        });
}

/// A vector of zeros in scratch memory, where there is no bias.
const float* zeros(Device& device, Index size) {
    const std::size_t bytes = static_cast<std::size_t>(size) * sizeof(float);
    std::byte* const scratch = device.instance().scratch(bytes);
    device.fill_zero(scratch, bytes);
    return reinterpret_cast<const float*>(scratch);
}

}  // namespace

void activation_forward(Device& device, Activation activation, ConstMatrix x, ConstVector bias, Matrix y,
                        Matrix derivative) {
    const float* const added = bias.data != nullptr ? bias.data : zeros(device, x.columns);
    switch (activation) {
        case Activation::gelu:
            return forward<Gelu>(device, x, added, y, derivative);
        case Activation::relu:
            return forward<Relu>(device, x, added, y, derivative);
        case Activation::tanh:
            return forward<Tanh>(device, x, added, y, derivative);
    }
}

void activation_backward(Device& device, ConstMatrix dy, ConstMatrix derivative, Matrix dx, Vector dbias) {
    const Index n = dy.columns;
    const RowBlocks blocks(dy.rows);
    auto* const partial = reinterpret_cast<float*>(
        device.instance().scratch(static_cast<std::size_t>(blocks.count() * n) * sizeof(float)));
    for_rows(
        device, "remo::activation::backward", blocks.count(), KOKKOS_LAMBDA(Index b) {
            float* const sums = partial + b * n;
            for (Index j = 0; j < n; ++j) sums[j] = 0.0f;
            for (Index i = blocks.begin(b); i < blocks.end(b); ++i) {
                const float* const d = dy.data + i * dy.stride;
                const float* const slope = derivative.data + i * derivative.stride;
                float* const target = dx.data + i * dx.stride;
#pragma omp simd
                for (Index j = 0; j < n; ++j) {
                    const float value = d[j] * slope[j];
                    target[j] = value;
                    sums[j] += value;
                }
            }
        });
    add_partial_sums(device, "remo::activation::dbias", partial, blocks.count(), n, 0, dbias);
}

}  // namespace remo::kernels
