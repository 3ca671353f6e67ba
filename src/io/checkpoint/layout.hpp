#pragma once
// Names in remo's HDF5 files.
#include <cstdint>
#include <string>
#include <string_view>

namespace remo::io::layout {

inline constexpr const char* format = "remo";
inline constexpr std::int64_t format_version = 1;

inline constexpr const char* checksums = "xxh3";  ///< attribute of data sets: one checksum a block
inline constexpr const char* object_checksum =
    "attributes_xxh3";  ///< attribute of all objects, see object_digest.hpp

inline constexpr const char* config = "/config";
inline constexpr const char* tokenizer = "/tokenizer";
inline constexpr const char* parameters = "/parameters";
inline constexpr const char* optimizer = "/optimizer";
inline constexpr const char* training = "/training";
inline constexpr const char* history = "/history";

}  // namespace remo::io::layout
