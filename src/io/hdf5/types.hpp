#pragma once
// How the element types of tensors are stored: numbers little-endian; halves and bfloat16 as floating-point types of HDF5, so
// that h5py gives float16 and float32; truth values as h5py's enumeration FALSE, TRUE.
#include <optional>

#include "handle.hpp"
#include "remo/tensor/dtype.hpp"

namespace remo::io::hdf5 {

Handle make_type(DType dtype);
/// The element type of a data set; nothing when it is none of ours.
std::optional<DType> dtype_of(hid_t dataset);

}  // namespace remo::io::hdf5
