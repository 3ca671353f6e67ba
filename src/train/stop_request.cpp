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
    action.sa_flags = SA_RESTART;
    require(sigaction(signal, &action, nullptr) == 0, "cannot install a signal handler");
}

}  // namespace

StopRequest::StopRequest() {
    require(!installed, "stop requests are handled already");
    installed = true;
    requested_signal = 0;
    interrupts = 0;
    for (const int signal : {SIGTERM, SIGUSR1, SIGINT}) handle(signal, note_stop_request);
}

StopRequest::~StopRequest() {
    for (const int signal : {SIGTERM, SIGUSR1, SIGINT}) std::signal(signal, SIG_DFL);
    installed = false;
}

bool StopRequest::pending() const noexcept {
    return requested_signal != 0;
}

int StopRequest::signal_number() const noexcept {
    return requested_signal;
}

}  // namespace remo::train
