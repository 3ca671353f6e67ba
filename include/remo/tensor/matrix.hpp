#pragma once
/// \file
/// Non-owning views of tensors in device memory, free of Kokkos so that plain C++ levels can pass them around.
/// Kernels make Kokkos loops over them; only tensor and kernels include Kokkos.
#include <cstdint>
#include <type_traits>

namespace remo {

using Index = std::int64_t;

/// `size` contiguous elements in device memory.
template <class T>
struct VectorView {
    T* data = nullptr;
    Index size = 0;

    VectorView() = default;
    constexpr VectorView(T* pointer, Index count) : data(pointer), size(count) {}
    template <class U>
        requires std::is_same_v<const U, T>
    constexpr VectorView(VectorView<U> other) : data(other.data), size(other.size) {}
    [[nodiscard]] constexpr bool empty() const { return size == 0; }
    [[nodiscard]] constexpr VectorView part(Index begin, Index count) const { return {data + begin, count}; }
};

/// A row-major matrix (rows, columns) in device memory; `stride` elements from one row to the next.
template <class T>
struct MatrixView {
    T* data = nullptr;
    Index rows = 0;
    Index columns = 0;
    Index stride = 0;

    MatrixView() = default;
    constexpr MatrixView(T* pointer, Index row_count, Index column_count)
        : MatrixView(pointer, row_count, column_count, column_count) {}
    constexpr MatrixView(T* pointer, Index row_count, Index column_count, Index row_stride)
        : data(pointer), rows(row_count), columns(column_count), stride(row_stride) {}
    template <class U>
        requires std::is_same_v<const U, T>
    constexpr MatrixView(MatrixView<U> other)
        : data(other.data), rows(other.rows), columns(other.columns), stride(other.stride) {}
    [[nodiscard]] constexpr Index size() const { return rows * columns; }
    [[nodiscard]] constexpr bool empty() const { return rows == 0 || columns == 0; }
    [[nodiscard]] constexpr MatrixView row_range(Index begin, Index count) const {
        return {data + begin * stride, count, columns, stride};
    }
};

using Vector = VectorView<float>;
using ConstVector = VectorView<const float>;
using IndexVector = VectorView<const std::int32_t>;
using Matrix = MatrixView<float>;
using ConstMatrix = MatrixView<const float>;

}  // namespace remo
