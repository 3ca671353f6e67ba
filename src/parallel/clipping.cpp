#include "clipping.hpp"

#include <algorithm>

namespace remo::parallel {

float clip_factor(double norm, double max_norm) {
    if (max_norm <= 0.0) return 1.0f;
    return static_cast<float>(std::min(1.0, max_norm / (norm + 1e-6)));
}

}  // namespace remo::parallel
