#include "disk_space.hpp"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "remo/base/format.hpp"

namespace remo::io {

namespace {

/// The error number, or zero. File systems that can't reserve space don't tell.
int try_to_reserve(const std::filesystem::path& path, std::size_t bytes) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) return errno;
    int error = ::fallocate(file, 0, 0, static_cast<off_t>(bytes)) == 0 ? 0 : errno;
    if (error == EOPNOTSUPP || error == ENOSYS || error == EINVAL) error = 0;
    if (::ftruncate(file, 0) != 0 && error == 0) error = errno;
    if (::close(file) != 0 && error == 0) error = errno;
    return error;
}

}  // namespace

void require_space(const std::filesystem::path& path, std::size_t bytes) {
    if (const int error = try_to_reserve(path, bytes)) {
        failure("can't write {} MiB to {}: {}", (bytes >> 20) + 1, path.string(), std::strerror(error));
    }
    struct statvfs status {};
    if (::statvfs(path.c_str(), &status) != 0)
        failure("can't write {}: {}", path.string(), std::strerror(errno));
    const auto free = static_cast<std::size_t>(status.f_bavail) * status.f_frsize;
    if (free < bytes) {
        failure("can't write {}: it needs {} MiB, the file system has {} MiB free", path.string(),
                (bytes >> 20) + 1, free >> 20);
    }
}

}  // namespace remo::io
