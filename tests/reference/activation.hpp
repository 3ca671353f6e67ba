#pragma once
/// \file
/// Activations by libm in double.
#include <cmath>

#include "remo/kernels/activation.hpp"

namespace remo::reference {

inline double activation(kernels::Activation kind, double x) {
    switch (kind) {
        case kernels::Activation::gelu:
            return 0.5 * x * (1.0 + std::erf(x / std::sqrt(2.0)));
        case kernels::Activation::relu:
            return x < 0.0 ? 0.0 : x;
        case kernels::Activation::tanh:
            return std::tanh(x);
    }
    return 0.0;
}

}  // namespace remo::reference
