#include "remo/kernels/elementwise.hpp"

#include "parallel.hpp"

namespace remo::kernels {

void fill(Device& device, Vector x, float value) {
    float* const target = x.data;
    for_elements(
        device, "remo::elementwise::fill", x.size, KOKKOS_LAMBDA(Index i) { target[i] = value; });
}

void scale(Device& device, Vector x, float factor) {
    float* const target = x.data;
    for_elements(
        device, "remo::elementwise::scale", x.size, KOKKOS_LAMBDA(Index i) { target[i] *= factor; });
}

void axpy(Device& device, float factor, ConstVector x, Vector y) {
    const float* const source = x.data;
    float* const target = y.data;
    for_elements(
        device, "remo::elementwise::axpy", y.size,
        KOKKOS_LAMBDA(Index i) { target[i] += factor * source[i]; });
}

void add(Device& device, ConstVector x, ConstVector y, Vector sum) {
    const float* const a = x.data;
    const float* const b = y.data;
    float* const target = sum.data;
    for_elements(
        device, "remo::elementwise::add", sum.size, KOKKOS_LAMBDA(Index i) { target[i] = a[i] + b[i]; });
}

void copy(Device& device, ConstVector x, Vector y) {
    const float* const source = x.data;
    float* const target = y.data;
    for_elements(
        device, "remo::elementwise::copy", y.size, KOKKOS_LAMBDA(Index i) { target[i] = source[i]; });
}

}  // namespace remo::kernels
