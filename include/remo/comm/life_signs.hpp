#pragma once
/// \file
/// What a rank is doing, as its main thread notes it and its watchdog reads it.
#include <atomic>
#include <cstdint>

namespace remo::comm {

/// Written by the main thread, read by the watchdog's. Texts must be literals.
class LifeSigns {
  public:
    /// Enters a phase of local work ("forward", "tokenise", …): counts as life for as long as it takes.
    void phase(const char* name) noexcept {
        phase_.store(name, std::memory_order_relaxed);
        progress_.fetch_add(1, std::memory_order_relaxed);
    }
    void update(std::int64_t number) noexcept {
        update_.store(number, std::memory_order_relaxed);
        progress_.fetch_add(1, std::memory_order_relaxed);
    }

    /// While one exists, this rank waits for others in the named call.
    class Waiting {
      public:
        Waiting(LifeSigns* signs, const char* call) noexcept : signs_(signs) {
            if (signs_ == nullptr) return;
            outer_ = signs_->call_.exchange(call, std::memory_order_relaxed);
            signs_->progress_.fetch_add(1, std::memory_order_relaxed);
        }
        ~Waiting() {
            if (signs_ == nullptr) return;
            signs_->call_.store(outer_, std::memory_order_relaxed);
            signs_->progress_.fetch_add(1, std::memory_order_relaxed);
        }
        Waiting(const Waiting&) = delete;
        Waiting& operator=(const Waiting&) = delete;

      private:
        LifeSigns* signs_;
        const char* outer_ = nullptr;
    };

    [[nodiscard]] const char* phase_name() const noexcept { return phase_.load(std::memory_order_relaxed); }
    [[nodiscard]] const char* waiting_in() const noexcept {
        return call_.load(std::memory_order_relaxed);
    }  ///< null: not waiting
    [[nodiscard]] std::int64_t update_number() const noexcept {
        return update_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint64_t progress() const noexcept {
        return progress_.load(std::memory_order_relaxed);
    }

  private:
    std::atomic<const char*> phase_{"start"};
    std::atomic<const char*> call_{nullptr};
    std::atomic<std::int64_t> update_{0};
    std::atomic<std::uint64_t> progress_{0};
};

}  // namespace remo::comm
