#include "file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace remo::io::hdf5 {

namespace fs = std::filesystem;

namespace {

/// The system's own words are clearer than HDF5's.
void require_readable(const fs::path& path) {
    std::error_code reason;
    const fs::file_status status = fs::status(path, reason);
    if (!fs::exists(status)) usage_error("can't open {}: {}", path.string(), std::strerror(ENOENT));
    if (!fs::is_regular_file(status)) usage_error("can't open {}: it is no regular file", path.string());
    if (::access(path.c_str(), R_OK) != 0)
        usage_error("can't open {}: {}", path.string(), std::strerror(errno));
}

}  // namespace

Handle file_access() {
    silence_error_stack();
    Handle list(check(H5Pcreate(H5P_FILE_ACCESS), "can't make an HDF5 property list"));
    check(H5Pset_libver_bounds(list.get(), H5F_LIBVER_V18, H5F_LIBVER_V110), "can't set an HDF5 property");
    check(H5Pset_fclose_degree(list.get(), H5F_CLOSE_STRONG), "can't set an HDF5 property");
#if H5_VERSION_GE(1, 14, 0) || (H5_VERSION_GE(1, 10, 7) && !H5_VERSION_GE(1, 12, 0)) || \
    H5_VERSION_GE(1, 12, 1)
    check(H5Pset_file_locking(list.get(), false, true), "can't set an HDF5 property");
#endif
    return list;
}

Handle create_file(const fs::path& path, const Handle& access) {
    return Handle(check(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), "can't create {}",
                        path.string()));
}

Handle open_file(const fs::path& path) {
    require_readable(path);
    const Handle access = file_access();
    return Handle(check_input(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()),
                              "can't open {} as an HDF5 file", path.string()));
}

void close_file(Handle& file, const fs::path& path) {
    if (!file.valid()) return;
    check(H5Fflush(file.get(), H5F_SCOPE_GLOBAL), "can't write {}", path.string());
    check(H5Fclose(file.release()), "can't close {}", path.string());
}

}  // namespace remo::io::hdf5
