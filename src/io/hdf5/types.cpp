#include "types.hpp"

#include <cstddef>
#include <cstdint>

namespace remo::io::hdf5 {

namespace {

/// Where the parts of a 16-bit floating-point number lie.
struct SmallFloat {
    std::size_t exponent_bits;
    std::size_t fraction_bits;
    std::size_t bias;
};

Handle copy_of(hid_t type) {
    return Handle(check(H5Tcopy(type), "can't copy an HDF5 type"));
}

Handle make_small_float(const SmallFloat& parts) {
    Handle type = copy_of(H5T_IEEE_F32LE);
    const std::size_t sign = parts.exponent_bits + parts.fraction_bits;
    check(H5Tset_fields(type.get(), sign, parts.fraction_bits, parts.exponent_bits, 0, parts.fraction_bits),
          "can't make an HDF5 type");
    check(H5Tset_ebias(type.get(), parts.bias), "can't make an HDF5 type");
    check(H5Tset_precision(type.get(), 16), "can't make an HDF5 type");
    check(H5Tset_size(type.get(), 2), "can't make an HDF5 type");
    return type;
}

Handle make_boolean() {
    Handle type(check(H5Tenum_create(H5T_STD_I8LE), "can't make an HDF5 type"));
    for (const std::int8_t value : {std::int8_t{0}, std::int8_t{1}}) {
        check(H5Tenum_insert(type.get(), value == 0 ? "FALSE" : "TRUE", &value), "can't make an HDF5 type");
    }
    return type;
}

constexpr DType all_types[] = {DType::f32, DType::f16,     DType::bf16, DType::f64, DType::i64,
                               DType::i32, DType::i16,     DType::i8,   DType::u8,  DType::u16,
                               DType::u32, DType::boolean, DType::u64};

}  // namespace

Handle make_type(DType dtype) {
    switch (dtype) {
        case DType::f32:
            return copy_of(H5T_IEEE_F32LE);
        case DType::f16:
            return make_small_float({5, 10, 15});
        case DType::bf16:
            return make_small_float({8, 7, 127});
        case DType::f64:
            return copy_of(H5T_IEEE_F64LE);
        case DType::i64:
            return copy_of(H5T_STD_I64LE);
        case DType::i32:
            return copy_of(H5T_STD_I32LE);
        case DType::i16:
            return copy_of(H5T_STD_I16LE);
        case DType::i8:
            return copy_of(H5T_STD_I8LE);
        case DType::u8:
            return copy_of(H5T_STD_U8LE);
        case DType::u16:
            return copy_of(H5T_STD_U16LE);
        case DType::u32:
            return copy_of(H5T_STD_U32LE);
        case DType::u64:
            return copy_of(H5T_STD_U64LE);
        case DType::boolean:
            return make_boolean();
    }
    failure("{} is no element type", static_cast<int>(dtype));
}

std::optional<DType> dtype_of(hid_t dataset) {
    const Handle type(check_input(H5Dget_type(dataset), "can't read the type of an HDF5 data set"));
    for (const DType dtype : all_types) {
        if (H5Tequal(type.get(), make_type(dtype).get()) > 0) return dtype;
    }
    return std::nullopt;
}

}  // namespace remo::io::hdf5
