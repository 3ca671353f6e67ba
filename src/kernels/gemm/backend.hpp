#pragma once
/// \file
/// What a GEMM back end provides. Shapes have been checked, and none of m, n, k is 0.
#include "remo/kernels/gemm/gemm.hpp"

namespace remo::kernels::backend {

void gemm(Device& device, Transpose transpose_a, Transpose transpose_b, float alpha, ConstMatrix a,
          ConstMatrix b, float beta, Matrix c);

}  // namespace remo::kernels::backend
