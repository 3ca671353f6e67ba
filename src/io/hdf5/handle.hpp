#pragma once
// Owned HDF5 identifiers, and calls whose failure becomes one sentence with HDF5's own reason in it.
#include <hdf5.h>

#include <string>
#include <utility>

#include "remo/base/format.hpp"

namespace remo::io::hdf5 {

/// Closes any kind of HDF5 object when it goes.
class Handle {
  public:
    Handle() = default;
    explicit Handle(hid_t owned) : id_(owned) {}
    ~Handle() { reset(); }
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)) {}
    Handle& operator=(Handle&& other) noexcept {
        if (this != &other) {
            reset();
            id_ = std::exchange(other.id_, H5I_INVALID_HID);
        }
        return *this;
    }

    [[nodiscard]] hid_t get() const noexcept { return id_; }
    [[nodiscard]] bool valid() const noexcept { return id_ >= 0; }
    [[nodiscard]] hid_t release() noexcept { return std::exchange(id_, H5I_INVALID_HID); }
    void reset() noexcept {
        if (id_ >= 0) H5Idec_ref(id_);
        id_ = H5I_INVALID_HID;
    }

  private:
    hid_t id_ = H5I_INVALID_HID;
};

/// Keeps HDF5 from printing its error stack; for the calls that follow in this process.
void silence_error_stack();

/// The reason of the last failed call, as HDF5 gives it; clears its error stack.
std::string last_reason();

/// Passes on the result of an HDF5 call; a negative one is an Error(failure): "<sentence>: <reason>".
template <class Result, class... Args>
Result check(Result result, fmt::format_string<Args...> sentence, Args&&... args) {
    if (result < 0) failure("{}: {}", fmt::format(sentence, std::forward<Args>(args)...), last_reason());
    return result;
}

/// The same for calls that read what the user named: Error(usage).
template <class Result, class... Args>
Result check_input(Result result, fmt::format_string<Args...> sentence, Args&&... args) {
    if (result < 0) usage_error("{}: {}", fmt::format(sentence, std::forward<Args>(args)...), last_reason());
    return result;
}

}  // namespace remo::io::hdf5
