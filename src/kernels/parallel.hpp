#pragma once
/// \file
/// Kokkos loops as the kernels use them: over rows, over elements, and over fixed blocks of rows whose partial sums are
/// then added in order, so that no bit depends on the number of threads.
#include <algorithm>
#include <string>

#include "remo/tensor/detail/execution_space.hpp"

namespace remo::kernels {

using RowPolicy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Index>>;

/// body(i) for i in [0, count).
template <class Body>
void for_rows(Device& device, const char* label, Index count, const Body& body) {
    if (count > 0) Kokkos::parallel_for(label, RowPolicy(device.instance().space, 0, count), body);
}

/// body(i) for each element; iterations must be independent. Host threads take blocks of elements, which vectorise.
template <class Body>
void for_elements(Device& device, const char* label, Index size, const Body& body) {
    if constexpr (memory_is_host_accessible) {
        constexpr Index block = 4096;
        for_rows(
            device, label, (size + block - 1) / block, KOKKOS_LAMBDA(Index b) {
                const Body local = body;  // a copy of its own: stores through its pointers cannot change it
                const Index begin = b * block;
                const Index end = begin + block < size ? begin + block : size;
#pragma omp simd
                for (Index i = begin; i < end; ++i) local(i);
            });
    } else {
        for_rows(device, label, size, body);
    }
}

/// Rows cut into blocks by their number alone.
struct RowBlocks {
    explicit RowBlocks(Index row_count) : rows(row_count), size(std::max<Index>(32, (row_count + 63) / 64)) {}
    [[nodiscard]] Index count() const { return (rows + size - 1) / size; }
    [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Index begin(Index block) const { return block * size; }
    [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Index end(Index block) const {
        return begin(block) + size < rows ? begin(block) + size : rows;
    }
    Index rows;
    Index size;
};

/// sums[c] += partial sums of all blocks, blocks in ascending order; partial is (blocks, row_size), of which
/// [offset, offset + sums.size) are taken. Nothing to do for sums without data.
void add_partial_sums(Device& device, const std::string& label, const float* partial, Index blocks,
                      Index row_size, Index offset, Vector sums);

}  // namespace remo::kernels
