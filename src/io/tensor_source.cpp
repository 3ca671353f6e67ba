#include "remo/io/tensor_source.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace remo::io {

std::int64_t TensorInfo::elements() const {
    std::int64_t count = 1;
    for (const std::int64_t size : shape) count *= size;
    return count;
}

std::size_t TensorInfo::bytes() const {
    return static_cast<std::size_t>(elements()) * size_of(dtype);
}

std::string TensorInfo::shape_text() const {
    return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

const TensorInfo* TensorSource::find(std::string_view name) const {
    const auto found = std::ranges::find(tensors(), name, &TensorInfo::name);
    return found == tensors().end() ? nullptr : &*found;
}

std::vector<float> read_as_float(const TensorSource& source, const TensorInfo& tensor) {
    std::vector<float> values(static_cast<std::size_t>(tensor.elements()));
    if (tensor.dtype == DType::f32) {
        source.read(tensor, std::as_writable_bytes(std::span(values)));
        return values;
    }
    std::vector<std::byte> stored(tensor.bytes());
    source.read(tensor, stored);
    widen_to_float(tensor.dtype, stored.data(), values.size(), values.data());
    return values;
}

}  // namespace remo::io
