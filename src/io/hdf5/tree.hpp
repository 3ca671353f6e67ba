#pragma once
// Groups and what they hold.
#include <functional>
#include <string>
#include <vector>

#include "handle.hpp"

namespace remo::io::hdf5 {

/// Opens the group of this absolute path, making it and those above it; their members keep the order in which they were made.
Handle require_group(hid_t file, const std::string& path);

/// Whether there is an object of this absolute path ("/a/b").
bool exists(hid_t file, const std::string& path);
/// The object of this path, group or data set: Error(usage) when absent.
Handle open_object(hid_t file, const std::string& path);
bool is_group(hid_t object);
bool is_dataset(hid_t object);

/// Names of the members, in the order in which they were made where the file keeps it, else by name. Links to other places
/// are an Error(usage), since remo makes none.
std::vector<std::string> members_of(hid_t group, const std::string& path);

/// Calls `visit(path, object)` for the group of this path and all below it, parents first.
using Visitor = std::function<void(const std::string& path, const Handle& object)>;
void visit_all(hid_t file, const std::string& path, const Visitor& visit);

}  // namespace remo::io::hdf5
