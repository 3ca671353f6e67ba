#include "remo/comm/agreement.hpp"

#include <new>
#include <string>

#include "remo/base/format.hpp"

namespace remo::comm {
namespace {

struct Outcome {
    ExitStatus status = ExitStatus::done;
    std::string message;
};

Outcome outcome_of(const std::exception_ptr& error) {
    try {
        if (error) std::rethrow_exception(error);
        return {};
    } catch (const Error& known) {
        return {known.status(), known.what()};
    } catch (const std::bad_alloc&) {
        return {ExitStatus::failure, "out of memory; use more nodes or a smaller train.micro_batch_tokens"};
    } catch (const std::exception& other) {
        return {ExitStatus::failure, other.what()};
    } catch (...) {  // the other ranks wait for this one's word, whatever was thrown
        return {ExitStatus::failure, "an exception of unknown type; this is a fault in remo"};
    }
}

}  // namespace

void agree(const Communicator& communicator, std::exception_ptr mine) {
    const int size = communicator.size();
    const auto lowest =
        static_cast<int>(communicator.minimum<std::int64_t>(mine ? communicator.rank() : size));
    if (lowest == size) return;
    const auto failing = static_cast<int>(communicator.sum<std::int64_t>(mine ? 1 : 0));

    Outcome outcome = outcome_of(mine);
    std::int64_t status = static_cast<std::int64_t>(outcome.status);
    communicator.broadcast(std::span<std::int64_t>(&status, 1), lowest);
    if (failing < size && communicator.rank() == lowest && lowest != 0) {
        outcome.message = fmt::format("rank {} on {}: {}", lowest, communicator.host(), outcome.message);
    }
    communicator.broadcast(outcome.message, lowest);
    throw AgreedError(static_cast<ExitStatus>(status), outcome.message);
}

}  // namespace remo::comm
