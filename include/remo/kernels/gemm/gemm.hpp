#pragma once
/// \file
/// Matrix products, by the library that was chosen when building (one source file a back end).
#include <cstdint>
#include <string>

#include "remo/tensor/device.hpp"

namespace remo::kernels {

enum class Transpose : std::uint8_t { no, yes };

/// C = alpha op(A) op(B) + beta C for row-major matrices with strides; op(A) is (m, k), op(B) (k, n), C (m,
/// n). Any of m, n, k may be 0. With beta 0, C is written without being read.
void gemm(Device& device, Transpose transpose_a, Transpose transpose_b, float alpha, ConstMatrix a,
          ConstMatrix b, float beta, Matrix c);

/// Name and version of the library, for start-up messages: "oneDNN 2.6.3".
std::string gemm_library();

}  // namespace remo::kernels
