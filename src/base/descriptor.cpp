#include "descriptor.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "remo/base/format.hpp"

namespace remo {

Descriptor::Descriptor(const std::filesystem::path& path, int flags, unsigned mode)
    : number_(::open(path.c_str(), flags | O_CLOEXEC, mode)) {}

Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

bool Descriptor::write(std::string_view bytes) const {
    while (!bytes.empty()) {
        const ssize_t count = ::write(number_, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

bool Descriptor::sync() const {
    int result = 0;
    do result = ::fsync(number_);
    while (result != 0 && errno == EINTR);
    return result == 0;
}

bool Descriptor::close() {
    const int number = number_;
    number_ = -1;
    return ::close(number) == 0;
}

void write_file(const std::filesystem::path& path, std::string_view text) {
    Descriptor file(path, O_WRONLY | O_CREAT | O_TRUNC);
    if (!file.open() || !file.write(text) || !file.close()) {
        failure("can't write {}: {}", path.string(), std::strerror(errno));
    }
}

}  // namespace remo
