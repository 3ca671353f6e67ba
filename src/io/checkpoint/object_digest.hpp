#pragma once
// A checksum of what HDF5 keeps about an object: members of a group; type and shape of a data set; all attributes.
#include <cstdint>
#include <string>

#include "../hdf5/handle.hpp"

namespace remo::io {

/// Over a canonical listing, without the attribute that holds this checksum itself.
std::uint64_t object_digest(const hdf5::Handle& object, const std::string& path);

/// Stores the digest of every object of the file.
void write_digests(hid_t file);

/// Error(usage) naming file and object when an object differs from its digest or lacks it.
void check_digests(hid_t file, const std::string& origin);

}  // namespace remo::io
