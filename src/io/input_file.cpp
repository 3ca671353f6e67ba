#include "input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "remo/base/format.hpp"

namespace remo::io {

namespace {

constexpr std::size_t largest_request = std::size_t{1} << 30;  // some systems cut larger ones short

}  // namespace

InputFile::InputFile(const std::filesystem::path& path) : path_(path.string()) {
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) usage_error("can't open {}: {}", path_, std::strerror(errno));
    struct stat status {};
    const bool known = ::fstat(descriptor_, &status) == 0;
    if (!known || !S_ISREG(status.st_mode)) {
        ::close(descriptor_);
        usage_error("can't open {}: {}", path_, known ? "it is no regular file" : std::strerror(errno));
    }
    size_ = static_cast<std::uint64_t>(status.st_size);
}

InputFile::~InputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

InputFile::InputFile(InputFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(size_, other.size_);
    return *this;
}

void InputFile::read(std::uint64_t offset, std::span<std::byte> target, std::string_view what) const {
    while (!target.empty()) {
        const std::size_t request = std::min(target.size(), largest_request);
        const ssize_t count = ::pread(descriptor_, target.data(), request, static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) usage_error("{}: can't read {}: {}", path_, what, std::strerror(errno));
        if (count == 0) usage_error("{}: the file ends within {}; it is cut short", path_, what);
        target = target.subspan(static_cast<std::size_t>(count));
        offset += static_cast<std::uint64_t>(count);
    }
}

std::string InputFile::read_text(std::uint64_t offset, std::size_t size, std::string_view what) const {
    std::string text(size, '\0');
    read(offset, std::as_writable_bytes(std::span(text)), what);
    return text;
}

}  // namespace remo::io
