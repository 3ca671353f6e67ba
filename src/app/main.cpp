// The processor is checked even earlier, in cpu_check.cpp.
#include <mpi.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <optional>
#include <thread>

#include "remo/app/command_line.hpp"
#include "remo/app/launch_check.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"

namespace {

using namespace remo;

int status_of(const std::exception& error) {
    const auto* own = dynamic_cast<const Error*>(&error);
    return static_cast<int>(own != nullptr ? own->status() : ExitStatus::failure);
}

std::string message_of(const std::exception& error) {
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "out of memory";
    return error.what();
}

/// Tells of an error before there is MPI.
int tell(const std::exception& error) {
    Log(0, 1, "").error(message_of(error));
    return status_of(error);
}

/// Tells of an error that only this rank knows of and ends the others, which may wait for it.
int end_all_ranks(app::Environment& environment, const std::exception& error) {
    if (environment.communicator.size() == 1) {
        environment.log.error(message_of(error));
    } else {
        environment.log.error_here(message_of(error));
        MPI_Abort(environment.communicator.handle(), status_of(error));
    }
    return status_of(error);
}

int final_status = 0;

extern "C" void leave(int) {
    _exit(final_status);
}

/// All that was asked for is saved and told: a library that hangs or crashes on its way out must not make it another status.
/// Neither must a launcher that ends all ranks as soon as one has left with a status such as 75 (srun --kill-on-bad-exit).
void leave_within_30_seconds(int status) {
    final_status = status;
    std::signal(SIGTERM, leave);
    std::signal(SIGALRM, leave);
    // HDF5 1.10 crashes in MPI_Finalize when a file could not be closed on a full disk.
    for (const int crash : {SIGSEGV, SIGBUS, SIGABRT}) std::signal(crash, leave);
    alarm(30);
}

/// Processes that should be one MPI world but are not end here: the status to end with. Each is rank 0 of its own, so only
/// the launcher's first one speaks.
std::optional<int> refuse_worlds_of_one(app::Environment& environment) {
    if (environment.communicator.size() > 1) return std::nullopt;
    const app::Launch& launch = environment.launch;
    if (!launch.warning.empty()) environment.log.warning(launch.warning);
    if (launch.error.empty()) return std::nullopt;
    leave_within_30_seconds(static_cast<int>(ExitStatus::usage));
    if (launch.rank == 0) {
        environment.log.error(launch.error);
    } else {
        std::this_thread::sleep_for(std::chrono::seconds(1));  // a launcher may end all when one process ends
    }
    return static_cast<int>(ExitStatus::usage);
}

/// Results that did not reach standard output (a full disk, say) are not done.
void flush_results(const comm::Communicator& communicator) {
    comm::on_root(communicator, [] {
        std::cout.flush();
        if (!std::cout) failure("can't write to standard output");
    });
}

int run(app::Environment& environment, const app::Invocation& invocation, const std::exception_ptr& mistake) {
    try {
        comm::agree(environment.communicator, mistake);
        if (invocation.command == "train") {
            if (const auto status = refuse_worlds_of_one(environment)) return *status;
        }
        const ExitStatus status = invocation.run(environment);
        flush_results(environment.communicator);
        return static_cast<int>(status);
    } catch (const comm::AgreedError& error) {
        environment.log.error(error.what());
        return static_cast<int>(error.status());
    } catch (const std::exception& error) {
        return end_all_ranks(environment, error);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const app::Launch launch = app::look_up_launch(process_environment());
    app::Invocation invocation;
    std::exception_ptr mistake;
    try {
        invocation = app::parse_command_line(argc, argv);
    } catch (const std::exception& error) {
        if (launch.ranks == 1) return tell(error);
        mistake = std::current_exception();  // told once, when the ranks know each other
    }
    if (!invocation.output.empty()) {
        if (launch.rank == 0) std::cout << invocation.output << std::flush;
        return std::cout ? 0 : 1;
    }
    try {
        int status = 0;
        {
            app::Environment environment(launch, &argc, &argv);
            status = run(environment, invocation, mistake);
            leave_within_30_seconds(status);
        }
        return status;
    } catch (const std::exception& error) {
        return tell(error);
    }
}
