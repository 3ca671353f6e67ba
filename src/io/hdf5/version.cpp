#include <fmt/format.h>
#include <hdf5.h>

#include "remo/io/checkpoint_file.hpp"

namespace remo::io {

std::string hdf5_version() {
    unsigned major = 0, minor = 0, release = 0;
    if (H5get_libversion(&major, &minor, &release) < 0) return "unknown";
    return fmt::format("{}.{}.{}", major, minor, release);
}

}  // namespace remo::io
