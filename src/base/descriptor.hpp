#pragma once
// An owned POSIX file descriptor.
#include <filesystem>
#include <string_view>

namespace remo {

class Descriptor {
  public:
    /// Opens the file (O_CLOEXEC is added); open() tells whether it worked, errno why not.
    Descriptor(const std::filesystem::path& path, int flags, unsigned mode = 0666);
    ~Descriptor();
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] bool open() const noexcept { return number_ >= 0; }
    [[nodiscard]] int get() const noexcept { return number_; }
    // These return false with errno set.
    [[nodiscard]] bool write(std::string_view bytes) const;  ///< all bytes, in as many calls as it takes
    [[nodiscard]] bool sync() const;
    [[nodiscard]] bool close();  ///< tells of a write error that the system held back

  private:
    int number_;
};

/// Writes a new file (or over an old one) without flushing it. Throws Error(failure) with path and reason.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace remo
