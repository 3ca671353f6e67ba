#include "remo/base/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "descriptor.hpp"
#include "remo/base/format.hpp"

namespace remo {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
    const Descriptor file(path, O_RDONLY);
    if (!file.open()) usage_error("can't read {}: {}", path.string(), std::strerror(errno));
    std::string text;
    struct stat status {};
    if (fstat(file.get(), &status) == 0 && status.st_size > 0)
        text.reserve(static_cast<std::size_t>(status.st_size));
    char block[1 << 16];
    for (;;) {
        const ssize_t count = ::read(file.get(), block, sizeof block);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) usage_error("can't read {}: {}", path.string(), std::strerror(errno));
        if (count == 0) return text;
        text.append(block, static_cast<std::size_t>(count));
    }
}

fs::path partial_name(const fs::path& path) {
    return path.parent_path() / fmt::format(".{}.partial", path.filename().string());
}

void sync_file(const fs::path& path) {
    Descriptor file(path, O_RDWR);
    if (!file.open()) failure("can't open {} to flush it: {}", path.string(), std::strerror(errno));
    if (!file.sync()) failure("can't flush {} to the disk: {}", path.string(), std::strerror(errno));
    if (!file.close()) failure("can't close {}: {}", path.string(), std::strerror(errno));
}

void sync_directory(const fs::path& directory) {
    const fs::path name = directory.empty() ? fs::path(".") : directory;
    Descriptor file(name, O_RDONLY | O_DIRECTORY);
    if (!file.open()) failure("can't open directory {} to flush it: {}", name.string(), std::strerror(errno));
    // Some network file systems can't flush a directory and say so with EINVAL; their renames are synchronous.
    if (!file.sync() && errno != EINVAL) {
        failure("can't flush directory {} to the disk: {}", name.string(), std::strerror(errno));
    }
}

void require_publishable(const fs::path& path) {
    if (!path.has_filename()) usage_error("\"{}\" names no file to write", path.string());
    std::error_code reason;
    const fs::path directory = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (!fs::is_directory(directory, reason)) {
        usage_error("can't write {}: there is no directory {}", path.string(), directory.string());
    }
    if (::access(directory.c_str(), W_OK | X_OK) != 0) {
        usage_error("can't write into directory {}: {}", directory.string(), std::strerror(errno));
    }
    const fs::file_status there =
        fs::symlink_status(path, reason);  // a rename replaces a link such as /dev/stdout, too
    if (fs::exists(there) && !fs::is_regular_file(there)) {
        usage_error("can't write {}: it is there and no regular file", path.string());
    }
}

void publish_file(const fs::path& partial, const fs::path& path) {
    std::error_code ignored;
    if (fs::is_other(path, ignored)) failure("can't replace {}: it is no regular file", path.string());
    sync_file(partial);
    if (::rename(partial.c_str(), path.c_str()) != 0) {
        failure("can't rename {} to {}: {}", partial.string(), path.string(), std::strerror(errno));
    }
    sync_directory(path.parent_path());
}

void write_file_atomically(const fs::path& path, std::string_view text) {
    const fs::path partial = partial_name(path);
    try {
        write_file(partial, text);
        publish_file(partial, path);
    } catch (...) {
        ::unlink(partial.c_str());
        throw;
    }
}

void create_directories(const fs::path& directory) {
    std::error_code reason;
    fs::create_directories(directory, reason);
    if (reason) usage_error("can't create directory {}: {}", directory.string(), reason.message());
    if (!fs::is_directory(directory, reason)) usage_error("{} is not a directory", directory.string());
}

}  // namespace remo
