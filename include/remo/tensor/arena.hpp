#pragma once
/// \file
/// Memory for activations: taken in stack order, given back all at once, so that steady training allocates nothing.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "remo/tensor/device.hpp"

namespace remo {

/// Hands out 64-byte aligned slices. What outgrows the block goes into further blocks; the next `reset` replaces them
/// by one that holds all, so that after the first largest batch there is one allocation and no more.
class Arena {
  public:
    explicit Arena(std::string_view label, std::size_t initial_bytes = 0);

    Matrix matrix(Index rows, Index columns);
    Vector vector(Index size);
    template <class T>
    VectorView<T> array(Index size) {
        return {reinterpret_cast<T*>(take(static_cast<std::size_t>(size) * sizeof(T))), size};
    }

    /// A position to return to with `release`: scratch taken after it is given back.
    struct Mark {
        std::size_t block = 0;
        std::size_t used = 0;
    };
    [[nodiscard]] Mark mark() const;
    void release(Mark mark);
    void reset();  ///< gives back everything

    [[nodiscard]] std::size_t capacity_bytes() const;
    [[nodiscard]] std::size_t peak_bytes() const { return peak_; }

  private:
    std::byte* take(std::size_t bytes);
    std::string label_;
    std::vector<RawBuffer> blocks_;
    std::size_t block_ = 0;
    std::size_t used_ = 0;
    std::size_t before_ = 0;
    std::size_t peak_ = 0;
};

}  // namespace remo
