#pragma once
// What is written to standard error while one exists.
#include <unistd.h>

#include <cstdio>
#include <stdexcept>
#include <string>

#include "rows.hpp"

namespace remo::test {

class CapturedMessages {
  public:
    CapturedMessages() : saved_(::dup(2)) {
        std::FILE* file = std::fopen((directory_ / "messages").c_str(), "w");
        if (saved_ < 0 || file == nullptr || ::dup2(::fileno(file), 2) < 0)
            throw std::runtime_error("can't capture stderr");
        std::fclose(file);
    }
    ~CapturedMessages() {
        ::dup2(saved_, 2);
        ::close(saved_);
    }
    CapturedMessages(const CapturedMessages&) = delete;
    CapturedMessages& operator=(const CapturedMessages&) = delete;

    [[nodiscard]] std::string text() const {
        std::fflush(stderr);
        return bytes_of(directory_ / "messages");
    }

  private:
    TemporaryDirectory directory_;
    int saved_;
};

}  // namespace remo::test
