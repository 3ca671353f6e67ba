#include "remo/train/stop_request.hpp"

#include <unistd.h>

#include <csignal>

#include "remo/base/error.hpp"

namespace remo::train {
namespace {

// The one thing a signal handler may write. It is reached only through StopRequest, of which there is one at a time.
volatile std::sig_atomic_t requested_signal = 0;
volatile std::sig_atomic_t interrupts = 0;
bool installed = false;

extern "C" void note_stop_request(int signal) {
    if (signal == SIGINT) interrupts = interrupts + 1;
    if (interrupts > 1) _exit(128 + SIGINT);
    requested_signal = signal;
}

void handle(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    require(sigaction(signal, &action, nullptr) == 0, "cannot install a signal handler");
}

/// A stack of this thread's own for signal handlers. They must not run on the thread's stack: kernels of oneDNN 2.6.3 let the
/// stack pointer stand where the frame of a signal overwrites the heap.
std::unique_ptr<std::byte[]> use_signal_stack() {
    const long least = sysconf(_SC_MINSIGSTKSZ);
    const std::size_t size = (std::size_t{1} << 16) + static_cast<std::size_t>(least > 0 ? least : 0);
    auto memory = std::make_unique<std::byte[]>(size);
    stack_t stack{};
    stack.ss_sp = memory.get();
    stack.ss_size = size;
    require(sigaltstack(&stack, nullptr) == 0, "cannot set a stack for signal handlers");
    return memory;
}

void leave_signal_stack() {
    stack_t stack{};
    stack.ss_flags = SS_DISABLE;
    sigaltstack(&stack, nullptr);
}

}  // namespace

StopRequest::StopRequest() {
    require(!installed, "stop requests are handled already");
    installed = true;
    requested_signal = 0;
    interrupts = 0;
    stack_ = use_signal_stack();
    for (const int signal : {SIGTERM, SIGUSR1, SIGINT}) handle(signal, note_stop_request);
}

StopRequest::~StopRequest() {
    for (const int signal : {SIGTERM, SIGUSR1, SIGINT}) std::signal(signal, SIG_DFL);
    leave_signal_stack();
    installed = false;
}

bool StopRequest::pending() const noexcept {
    return requested_signal != 0;
}

int StopRequest::signal_number() const noexcept {
    return requested_signal;
}

}  // namespace remo::train
