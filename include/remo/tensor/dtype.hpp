#pragma once
/// \file
/// Element types of stored tensors.
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace remo {

/// Named as in safetensors headers.
enum class DType : std::uint8_t { f32, f16, bf16, f64, i64, i32, i16, i8, u8, boolean, u16, u32, u64 };

std::size_t size_of(DType dtype);              ///< bytes of one element
std::string_view name_of(DType dtype);         ///< "F32", "BF16", …
DType dtype_named(std::string_view name);      ///< Error(usage) for a name that is not known

/// Converts `count` little-endian elements of type `dtype` at `source`, which need not be aligned, to float: exact for
/// f32, f16, bf16 and the 8- and 16-bit integers, rounded to nearest for the others.
void widen_to_float(DType dtype, const std::byte* source, std::size_t count, float* target);

}  // namespace remo
