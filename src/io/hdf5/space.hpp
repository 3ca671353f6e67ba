#pragma once
// Dataspaces.
#include <cstdint>
#include <vector>

#include "handle.hpp"

namespace remo::io::hdf5 {

/// A scalar for an empty shape, else a simple space; sizes of zero are fine.
Handle make_space(const std::vector<std::int64_t>& shape);

/// A one-dimensional space of `size` elements.
Handle make_line(std::int64_t size);

/// Empty for a scalar.
std::vector<std::int64_t> shape_of_space(hid_t space);
std::vector<std::int64_t> shape_of_dataset(hid_t dataset);

}  // namespace remo::io::hdf5
