#pragma once
/// \file
/// Named tensors in files, whatever the format.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "remo/tensor/dtype.hpp"

namespace remo::io {

struct TensorInfo {
    std::string name;  ///< as the file spells it
    DType dtype = DType::f32;
    std::vector<std::int64_t> shape;

    [[nodiscard]] std::int64_t elements() const;
    [[nodiscard]] std::size_t bytes() const;
    [[nodiscard]] std::string shape_text() const;  ///< "(768, 3072)"
};

/// A file or set of files with tensors; headers are checked when it is opened.
class TensorSource {
  public:
    virtual ~TensorSource() = default;
    [[nodiscard]] virtual const std::vector<TensorInfo>& tensors() const = 0;  ///< in file order
    /// The tensor's bytes, little-endian, row-major. Error names file and tensor.
    virtual void read(const TensorInfo& tensor, std::span<std::byte> target) const = 0;
    [[nodiscard]] virtual std::string origin() const = 0;  ///< path, for messages
    [[nodiscard]] const TensorInfo* find(std::string_view name) const;
};

/// Reads the tensor and widens it to float.
std::vector<float> read_as_float(const TensorSource& source, const TensorInfo& tensor);

}  // namespace remo::io
