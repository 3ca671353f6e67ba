#pragma once
// Ranges of a flattened array as the hyperslabs that HDF5 selects.
#include <cstdint>
#include <vector>

namespace remo::io::hdf5 {

/// A box of an array: where it starts and how many elements it has along each dimension.
struct Slab {
    std::vector<std::uint64_t> start;
    std::vector<std::uint64_t> count;

    [[nodiscard]] std::uint64_t elements() const;
};

/// The elements [begin, end) of an array of this shape in row-major order as boxes, in the same order: at most
/// 2 · dimensions - 1 of them.
std::vector<Slab> slabs_of(const std::vector<std::int64_t>& shape, std::uint64_t begin, std::uint64_t end);

}  // namespace remo::io::hdf5
