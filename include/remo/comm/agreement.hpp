#pragma once
/// \file
/// Errors found on one rank are agreed on by all before the next collective, so that nothing waits for ever.
#include <exception>
#include <functional>
#include <optional>
#include <utility>

#include "remo/base/error.hpp"
#include "remo/comm/communicator.hpp"

namespace remo::comm {

/// An error that all ranks know of and throw together: told once, by rank 0, and no MPI_Abort is needed.
/// Carries the lowest failing rank's message and status; prefixed "rank R on HOST: " when only some ranks failed and rank 0
/// is not one of them.
class AgreedError : public Error {
  public:
    using Error::Error;
};

/// Collective. Ranks pass the exception they caught (or none); throws the same AgreedError on all if any passed one.
void agree(const Communicator& communicator, std::exception_ptr mine);

/// Collective: runs `action`, which makes no collective call itself, and agrees on its outcome.
template <class Action>
auto together(const Communicator& communicator, Action&& action) {
    std::exception_ptr mine;
    if constexpr (std::is_void_v<decltype(action())>) {
        try { action(); } catch (...) { mine = std::current_exception(); }
        agree(communicator, mine);
    } else {
        std::optional<decltype(action())> result;
        try { result.emplace(action()); } catch (...) { mine = std::current_exception(); }
        agree(communicator, mine);
        return std::move(*result);
    }
}

/// Collective: runs `action` on rank 0 only; all ranks throw when it does. Its result stays on rank 0.
template <class Action>
auto on_root(const Communicator& communicator, Action&& action) {
    using Result = decltype(action());
    if constexpr (std::is_void_v<Result>) {
        together(communicator, [&] { if (communicator.is_root()) action(); });
    } else {
        std::optional<Result> result;
        together(communicator, [&] { if (communicator.is_root()) result.emplace(action()); });
        return result;
    }
}

}  // namespace remo::comm
