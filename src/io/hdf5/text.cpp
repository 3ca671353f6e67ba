#include "text.hpp"

#include <algorithm>

#include "space.hpp"

namespace remo::io::hdf5 {

namespace {

/// A size of zero is not allowed: an empty text is one zero byte.
Handle text_type(std::size_t size) {
    Handle type(check(H5Tcopy(H5T_C_S1), "can't make an HDF5 string type"));
    check(H5Tset_size(type.get(), std::max<std::size_t>(1, size)),
          "can't make an HDF5 string type of {} bytes", size);
    check(H5Tset_strpad(type.get(), H5T_STR_NULLPAD), "can't make an HDF5 string type");
    check(H5Tset_cset(type.get(), H5T_CSET_UTF8), "can't make an HDF5 string type");
    return type;
}

Handle type_of(hid_t dataset) {
    return Handle(check_input(H5Dget_type(dataset), "can't read the type of an HDF5 data set"));
}

}  // namespace

Handle making_groups() {
    Handle list(check(H5Pcreate(H5P_LINK_CREATE), "can't make an HDF5 property list"));
    check(H5Pset_create_intermediate_group(list.get(), 1), "can't set an HDF5 property");
    return list;
}

Handle create_text(hid_t parent, const std::string& name, const std::string& text) {
    const Handle type = text_type(text.size());
    const Handle scalar = make_space({});
    Handle properties(check(H5Pcreate(H5P_DATASET_CREATE), "can't make an HDF5 property list"));
    check(H5Pset_obj_track_times(properties.get(), false), "can't set an HDF5 property");
    Handle dataset(check(H5Dcreate2(parent, name.c_str(), type.get(), scalar.get(), making_groups().get(),
                                    properties.get(), H5P_DEFAULT),
                         "can't create {}", name));
    check(H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()), "can't write {}",
          name);
    return dataset;
}

bool is_text(hid_t dataset) {
    const Handle type = type_of(dataset);
    const Handle space(check_input(H5Dget_space(dataset), "can't read the shape of an HDF5 data set"));
    return H5Tget_class(type.get()) == H5T_STRING && H5Tis_variable_str(type.get()) == 0 &&
           H5Sget_simple_extent_npoints(space.get()) == 1;
}

std::string read_text(hid_t dataset, const std::string& name) {
    if (!is_text(dataset)) usage_error("{} is no text", name);
    const Handle type = type_of(dataset);
    std::string text(H5Tget_size(type.get()), '\0');
    check_input(H5Dread(dataset, type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), "can't read {}",
                name);
    return text == std::string(1, '\0') ? std::string() : text;
}

}  // namespace remo::io::hdf5
