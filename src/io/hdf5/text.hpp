#pragma once
// Texts as scalar data sets of fixed-length UTF-8 strings: their bytes lie in one piece, outside HDF5's heaps.
#include <string>

#include "handle.hpp"

namespace remo::io::hdf5 {

/// Creates the data set; groups on its path are made.
Handle create_text(hid_t parent, const std::string& name, const std::string& text);
std::string read_text(hid_t dataset, const std::string& name);
/// Whether the data set is a text as above.
bool is_text(hid_t dataset);

/// A link creation list that makes missing groups.
Handle making_groups();

}  // namespace remo::io::hdf5
