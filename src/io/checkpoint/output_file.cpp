#include "output_file.hpp"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "remo/base/format.hpp"

namespace remo::io {

namespace {

/// Repeats a call that a signal interrupted.
template <class Call>
auto uninterrupted(Call call) {
    auto result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result;
}

}  // namespace

OutputFile::OutputFile(const std::filesystem::path& path, int flags) : path_(path.string()) {
    descriptor_ = uninterrupted([&] { return ::open(path.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666); });
    if (descriptor_ < 0) failure("can't write {}: {}", path_, std::strerror(errno));
}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile OutputFile::create(const std::filesystem::path& path, std::uint64_t bytes) {
    OutputFile file(path, O_CREAT | O_TRUNC);
    try {
        file.reserve(bytes);
    } catch (...) {
        ::unlink(path.c_str());
        throw;
    }
    return file;
}

OutputFile OutputFile::open(const std::filesystem::path& path) {
    return OutputFile(path, 0);
}

void OutputFile::reserve(std::uint64_t bytes) const {
    const auto size = static_cast<off_t>(bytes);
    if (uninterrupted([&] { return ::fallocate(descriptor_, 0, 0, size); }) == 0) return;
    // Some file systems can't reserve: then the free space must do.
    if (errno != EOPNOTSUPP && errno != ENOSYS && errno != EINVAL)
        failure("can't write {} MiB to {}: {}", (bytes >> 20) + 1, path_, std::strerror(errno));
    struct statvfs status {};
    if (::fstatvfs(descriptor_, &status) != 0) failure("can't write {}: {}", path_, std::strerror(errno));
    const std::uint64_t free = static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize;
    if (free < bytes) {
        failure("can't write {}: {}: it needs {} MiB, the file system has {} MiB free", path_,
                std::strerror(ENOSPC), (bytes >> 20) + 1, free >> 20);
    }
}

void OutputFile::write(std::uint64_t offset, std::span<const std::byte> bytes) const {
    while (!bytes.empty()) {
        const ssize_t count = uninterrupted(
            [&] { return ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset)); });
        if (count <= 0) failure("can't write {}: {}", path_, std::strerror(count < 0 ? errno : EIO));
        bytes = bytes.subspan(static_cast<std::size_t>(count));
        offset += static_cast<std::uint64_t>(count);
    }
}

void OutputFile::start_flushing(std::uint64_t offset, std::uint64_t bytes) const noexcept {
    static_cast<void>(::sync_file_range(descriptor_, static_cast<off_t>(offset), static_cast<off_t>(bytes),
                                        SYNC_FILE_RANGE_WRITE));
}

void OutputFile::resize(std::uint64_t bytes) const {
    if (uninterrupted([&] { return ::ftruncate(descriptor_, static_cast<off_t>(bytes)); }) != 0)
        failure("can't set the size of {}: {}", path_, std::strerror(errno));
}

void OutputFile::sync() const {
    if (uninterrupted([&] { return ::fsync(descriptor_); }) != 0)
        failure("can't flush {} to the disk: {}", path_, std::strerror(errno));
}

void OutputFile::close() {
    if (::close(std::exchange(descriptor_, -1)) != 0)
        failure("can't close {}: {}", path_, std::strerror(errno));
}

}  // namespace remo::io
