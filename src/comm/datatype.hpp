#pragma once
/// \file
/// C++ types as MPI data types.
#include <mpi.h>

#include <cstddef>
#include <cstdint>

namespace remo::comm {

template <class T>
MPI_Datatype datatype() = delete;
template <>
inline MPI_Datatype datatype<float>() {
    return MPI_FLOAT;
}
template <>
inline MPI_Datatype datatype<double>() {
    return MPI_DOUBLE;
}
template <>
inline MPI_Datatype datatype<std::int32_t>() {
    return MPI_INT32_T;
}
template <>
inline MPI_Datatype datatype<std::int64_t>() {
    return MPI_INT64_T;
}
template <>
inline MPI_Datatype datatype<std::uint64_t>() {
    return MPI_UINT64_T;
}
template <>
inline MPI_Datatype datatype<std::byte>() {
    return MPI_BYTE;
}

}  // namespace remo::comm
