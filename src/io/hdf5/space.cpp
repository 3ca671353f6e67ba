#include "space.hpp"

namespace remo::io::hdf5 {

Handle make_space(const std::vector<std::int64_t>& shape) {
    if (shape.empty()) return Handle(check(H5Screate(H5S_SCALAR), "can't make a scalar HDF5 space"));
    const std::vector<hsize_t> sizes(shape.begin(), shape.end());
    return Handle(check(H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr),
                        "can't make an HDF5 space of {} dimensions", shape.size()));
}

Handle make_line(std::int64_t size) {
    return make_space({size});
}

std::vector<std::int64_t> shape_of_space(hid_t space) {
    const int rank =
        check_input(H5Sget_simple_extent_ndims(space), "can't read the dimensions of an HDF5 space");
    std::vector<hsize_t> sizes(static_cast<std::size_t>(rank));
    if (rank > 0) {
        check_input(H5Sget_simple_extent_dims(space, sizes.data(), nullptr),
                    "can't read the sizes of an HDF5 space");
    }
    return {sizes.begin(), sizes.end()};
}

std::vector<std::int64_t> shape_of_dataset(hid_t dataset) {
    const Handle space(check_input(H5Dget_space(dataset), "can't read the shape of an HDF5 data set"));
    return shape_of_space(space.get());
}

}  // namespace remo::io::hdf5
