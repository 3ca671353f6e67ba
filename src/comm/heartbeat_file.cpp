#include "remo/comm/heartbeat_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <span>

#include "remo/base/format.hpp"

namespace remo::comm {
namespace {

/// On disk: one slot a rank, small enough to be written at once.
struct Slot {
    std::uint64_t beat;
    std::uint64_t progress;
    std::int64_t update;
    std::uint64_t waiting;
    std::array<char, 64> host;
    std::array<char, 96> phase;
};

void copy_text(const std::string& text, std::span<char> target) {
    const std::size_t length = std::min(text.size(), target.size() - 1);
    std::copy_n(text.data(), length, target.data());
    target[length] = '\0';
}

/// A file descriptor that closes itself.
class Descriptor {
  public:
    Descriptor(const std::filesystem::path& path, int flags)
        : value_(open(path.c_str(), flags | O_CLOEXEC, 0644)) {}
    ~Descriptor() {
        if (value_ >= 0) close(value_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return value_; }

  private:
    int value_;
};

Heartbeat to_heartbeat(Slot slot) {
    slot.host.back() = slot.phase.back() = '\0';
    return {slot.beat, slot.progress, slot.update, slot.waiting != 0, slot.host.data(), slot.phase.data()};
}

}  // namespace

void HeartbeatFile::create() const {
    const Descriptor file(path_, O_CREAT | O_TRUNC | O_WRONLY);
    const auto size = static_cast<off_t>(sizeof(Slot) * static_cast<std::size_t>(ranks_));
    if (file.get() < 0 || ftruncate(file.get(), size) != 0) {
        failure("cannot make the heartbeat file {}: {}", path_.string(), std::strerror(errno));
    }
}

bool HeartbeatFile::write(int rank, const Heartbeat& heartbeat) const {
    Slot slot{};
    slot.beat = heartbeat.beat;
    slot.progress = heartbeat.progress;
    slot.update = heartbeat.update;
    slot.waiting = heartbeat.waiting ? 1 : 0;
    copy_text(heartbeat.host, slot.host);
    copy_text(heartbeat.phase, slot.phase);
    const Descriptor file(path_, O_WRONLY);
    if (file.get() < 0) return false;
    const auto place = static_cast<off_t>(sizeof slot * static_cast<std::size_t>(rank));
    return pwrite(file.get(), &slot, sizeof slot, place) == static_cast<ssize_t>(sizeof slot);
}

bool HeartbeatFile::read(std::vector<Heartbeat>& all) const {
    std::vector<Slot> slots(static_cast<std::size_t>(ranks_));
    const Descriptor file(path_, O_RDONLY);
    if (file.get() < 0) return false;
    const std::size_t bytes = slots.size() * sizeof(Slot);
    if (pread(file.get(), slots.data(), bytes, 0) != static_cast<ssize_t>(bytes)) return false;
    all.clear();
    for (const Slot& slot : slots) all.push_back(to_heartbeat(slot));
    return true;
}

void HeartbeatFile::remove() const {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

}  // namespace remo::comm
