#pragma once
// Attributes as values. Texts are variable-length UTF-8, which h5py gives back as str.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "handle.hpp"
#include "remo/io/attribute.hpp"

namespace remo::io::hdf5 {

void write_attribute(hid_t object, const std::string& name, const Attribute& value);
void write_attribute(hid_t object, const std::string& name, const std::vector<std::uint64_t>& values);

bool has_attribute(hid_t object, const std::string& name);
/// Sorted by name.
std::vector<std::string> attribute_names(hid_t object);
/// Error(usage) naming the attribute when it is absent or of another type.
Attribute read_attribute(hid_t object, const std::string& name);
std::vector<std::uint64_t> read_words(hid_t object, const std::string& name);
/// Those of the types that Attribute has; others are left out.
std::map<std::string, Attribute> read_attributes(hid_t object);

}  // namespace remo::io::hdf5
