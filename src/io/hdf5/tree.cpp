#include "tree.hpp"

namespace remo::io::hdf5 {

namespace {

constexpr int deepest_group = 64;

Handle make_group(hid_t file, const std::string& path) {
    const Handle list(check(H5Pcreate(H5P_GROUP_CREATE), "can't make an HDF5 property list"));
    check(H5Pset_link_creation_order(list.get(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED),
          "can't set an HDF5 property");
    check(H5Pset_obj_track_times(list.get(), false), "can't set an HDF5 property");
    return Handle(check(H5Gcreate2(file, path.c_str(), H5P_DEFAULT, list.get(), H5P_DEFAULT),
                        "can't create group {}", path));
}

bool keeps_order(hid_t group) {
    const Handle list(check_input(H5Gget_create_plist(group), "can't read the properties of a group"));
    unsigned flags = 0;
    check_input(H5Pget_link_creation_order(list.get(), &flags), "can't read the properties of a group");
    return (flags & H5P_CRT_ORDER_INDEXED) != 0;
}

std::string name_of_member(hid_t group, H5_index_t order, hsize_t index, const std::string& path) {
    const ssize_t size =
        check_input(H5Lget_name_by_idx(group, ".", order, H5_ITER_INC, index, nullptr, 0, H5P_DEFAULT),
                    "can't list {}", path);
    std::string name(static_cast<std::size_t>(size), '\0');
    check_input(
        H5Lget_name_by_idx(group, ".", order, H5_ITER_INC, index, name.data(), name.size() + 1, H5P_DEFAULT),
        "can't list {}", path);
    H5L_info_t link;
    check_input(H5Lget_info(group, name.c_str(), &link, H5P_DEFAULT), "can't look at {} in {}", name, path);
    if (link.type != H5L_TYPE_HARD) usage_error("{} in {} is a link to another place", name, path);
    return name;
}

void visit_below(hid_t file, const std::string& path, const Visitor& visit, int depth) {
    if (depth > deepest_group) usage_error("{}: groups are nested more than {} deep", path, deepest_group);
    const Handle object = open_object(file, path);
    visit(path, object);
    if (!is_group(object.get())) return;
    for (const std::string& name : members_of(object.get(), path)) {
        visit_below(file, path == "/" ? "/" + name : path + "/" + name, visit, depth + 1);
    }
}

}  // namespace

bool exists(hid_t file, const std::string& path) {
    if (path == "/") return true;
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
        const std::string part = path.substr(0, end);
        if (check_input(H5Lexists(file, part.c_str(), H5P_DEFAULT), "can't look for {}", part) == 0)
            return false;
        if (end == std::string::npos) return true;
    }
}

Handle require_group(hid_t file, const std::string& path) {
    if (exists(file, path)) return open_object(file, path);
    for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
        if (!exists(file, path.substr(0, end))) make_group(file, path.substr(0, end));
    }
    return make_group(file, path);
}

Handle open_object(hid_t file, const std::string& path) {
    return Handle(check_input(H5Oopen(file, path.c_str(), H5P_DEFAULT), "can't open {}", path));
}

bool is_group(hid_t object) {
    return H5Iget_type(object) == H5I_GROUP;
}

bool is_dataset(hid_t object) {
    return H5Iget_type(object) == H5I_DATASET;
}

std::vector<std::string> members_of(hid_t group, const std::string& path) {
    H5G_info_t info;
    check_input(H5Gget_info(group, &info), "can't list {}", path);
    const H5_index_t order = keeps_order(group) ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
    std::vector<std::string> names;
    for (hsize_t index = 0; index < info.nlinks; ++index) {
        names.push_back(name_of_member(group, order, index, path));
    }
    return names;
}

void visit_all(hid_t file, const std::string& path, const Visitor& visit) {
    visit_below(file, path, visit, 0);
}

}  // namespace remo::io::hdf5
