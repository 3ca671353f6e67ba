#include "remo/tensor/dtype.hpp"

#include <array>
#include <bit>
#include <cstring>

#include "remo/base/format.hpp"

namespace remo {

namespace {

struct Entry {
    DType dtype;
    std::string_view name;
    std::size_t size;
};

constexpr std::array<Entry, 13> entries{{{DType::f32, "F32", 4},
                                         {DType::f16, "F16", 2},
                                         {DType::bf16, "BF16", 2},
                                         {DType::f64, "F64", 8},
                                         {DType::i64, "I64", 8},
                                         {DType::i32, "I32", 4},
                                         {DType::i16, "I16", 2},
                                         {DType::i8, "I8", 1},
                                         {DType::u8, "U8", 1},
                                         {DType::boolean, "BOOL", 1},
                                         {DType::u16, "U16", 2},
                                         {DType::u32, "U32", 4},
                                         {DType::u64, "U64", 8}}};

const Entry& entry_of(DType dtype) {
    for (const Entry& entry : entries) {
        if (entry.dtype == dtype) return entry;
    }
    failure("{} is no element type", static_cast<int>(dtype));
}

/// IEEE 754 binary16: 1 sign, 5 exponent (bias 15), 10 fraction bits.
float half_to_float(std::uint16_t half) {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000u) << 16;
    const std::uint32_t exponent = (half >> 10) & 0x1fu;
    const std::uint32_t fraction = half & 0x3ffu;
    if (exponent == 0) {  // zero or subnormal: fraction · 2^-24, exact in float
        const float size = static_cast<float>(fraction) * 0x1p-24f;
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(size) | sign);
    }
    const std::uint32_t widened =
        exponent == 0x1fu ? 0xffu : exponent + 112;  // bias 127 - 15; infinity and NaN
    return std::bit_cast<float>(sign | (widened << 23) | (fraction << 13));
}

/// bfloat16 is the upper half of a float.
float bfloat_to_float(std::uint16_t upper) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(upper) << 16);
}

template <class Stored, class Convert>
void convert_each(const std::byte* source, std::size_t count, float* target, Convert convert) {
    for (std::size_t i = 0; i < count; ++i) {
        Stored value;
        std::memcpy(&value, source + i * sizeof(Stored), sizeof(Stored));
        target[i] = convert(value);
    }
}

template <class Stored>
void cast_each(const std::byte* source, std::size_t count, float* target) {
    convert_each<Stored>(source, count, target, [](Stored value) { return static_cast<float>(value); });
}

}  // namespace

std::size_t size_of(DType dtype) {
    return entry_of(dtype).size;
}

std::string_view name_of(DType dtype) {
    return entry_of(dtype).name;
}

DType dtype_named(std::string_view name) {
    std::string known;
    for (const Entry& entry : entries) {
        if (entry.name == name) return entry.dtype;
        known.append(known.empty() ? "" : ", ").append(entry.name);
    }
    usage_error("element type \"{}\" is not known; known are {}", name, known);
}

void widen_to_float(DType dtype, const std::byte* source, std::size_t count, float* target) {
    switch (dtype) {
        case DType::f32:
            if (count > 0) std::memcpy(target, source, count * sizeof(float));
            return;
        case DType::f16:
            return convert_each<std::uint16_t>(source, count, target, half_to_float);
        case DType::bf16:
            return convert_each<std::uint16_t>(source, count, target, bfloat_to_float);
        case DType::f64:
            return cast_each<double>(source, count, target);
        case DType::i64:
            return cast_each<std::int64_t>(source, count, target);
        case DType::i32:
            return cast_each<std::int32_t>(source, count, target);
        case DType::i16:
            return cast_each<std::int16_t>(source, count, target);
        case DType::i8:
            return cast_each<std::int8_t>(source, count, target);
        case DType::u8:
            return cast_each<std::uint8_t>(source, count, target);
        case DType::u16:
            return cast_each<std::uint16_t>(source, count, target);
        case DType::u32:
            return cast_each<std::uint32_t>(source, count, target);
        case DType::u64:
            return cast_each<std::uint64_t>(source, count, target);
        case DType::boolean:
            return convert_each<std::uint8_t>(source, count, target,
                                              [](std::uint8_t v) { return v != 0 ? 1.0f : 0.0f; });
    }
    failure("{} is no element type", static_cast<int>(dtype));
}

}  // namespace remo
