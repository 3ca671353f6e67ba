// Names and the lock of a run directory, and signals as stop requests.
#include <signal.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <fstream>

#include "remo/base/error.hpp"
#include "remo/train/run_directory.hpp"
#include "remo/train/run_lock.hpp"
#include "remo/train/stop_request.hpp"

namespace {

struct Directory {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("remo-run-" + std::to_string(getpid()));
    Directory() { std::filesystem::create_directories(path / "checkpoints"); }
    ~Directory() { std::filesystem::remove_all(path); }
    void touch(const std::string& name) const { std::ofstream(path / "checkpoints" / name) << "x"; }
};

std::string this_host() {
    char name[256] = {};
    gethostname(name, sizeof name - 1);
    return name;
}

bool names_process_one(const remo::Error& error) {
    return error.status() == remo::ExitStatus::usage &&
           std::string(error.what()).find("process 1 ") != std::string::npos;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(run_directory, Directory)

BOOST_AUTO_TEST_CASE(checkpoints_are_listed_by_number) {
    for (const char* name : {"update-00000010.h5", "update-123456789.h5", "update-00000009.h5", "update-x.h5",
                             ".update-00000011.h5.partial", "other.h5"}) {
        touch(name);
    }
    const std::vector<std::int64_t> expected{9, 10, 123456789};
    const auto updates = remo::train::RunDirectory(path).checkpoint_updates();
    BOOST_TEST(updates == expected, boost::test_tools::per_element());
    BOOST_TEST(remo::train::RunDirectory(path).checkpoint(500).filename().string() == "update-00000500.h5");
}

BOOST_AUTO_TEST_CASE(a_held_lock_names_its_holder) {
    std::ofstream(path / "lock") << "host " << this_host() << " job 77 pid 1 start 0\n";  // process 1 always lives
    BOOST_CHECK_EXCEPTION(remo::train::RunLock(path / "lock"), remo::Error, names_process_one);
    BOOST_TEST(std::filesystem::exists(path / "lock"));
}

BOOST_AUTO_TEST_CASE(a_lock_of_a_dead_process_is_taken_over_and_released) {
    std::ofstream(path / "lock") << "host " << this_host() << " job none pid 2147483646 start 5\n";
    {
        const remo::train::RunLock lock(path / "lock");
        BOOST_TEST(std::filesystem::exists(path / "lock"));
    }
    BOOST_TEST(!std::filesystem::exists(path / "lock"));
}

BOOST_AUTO_TEST_CASE(a_lock_of_another_host_holds_while_it_is_touched) {
    std::ofstream(path / "lock") << "host elsewhere job 5 pid 1 start 1\n";
    BOOST_CHECK_THROW(remo::train::RunLock(path / "lock"), remo::Error);
    const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::minutes(5);
    std::filesystem::last_write_time(path / "lock", long_ago);
    const remo::train::RunLock lock(path / "lock");
}

BOOST_AUTO_TEST_CASE(a_process_number_given_out_again_is_not_the_holder) {
    std::ofstream(path / "lock") << "host " << this_host() << " job none pid " << getpid() << " start 1\n";
    const remo::train::RunLock lock(path / "lock");
}

BOOST_AUTO_TEST_CASE(signals_become_stop_requests) {
    for (const int signal : {SIGTERM, SIGUSR1, SIGINT}) {
        const remo::train::StopRequest request;
        BOOST_TEST(!request.pending());
        raise(signal);
        BOOST_TEST(request.pending());
        BOOST_TEST(request.signal_number() == signal);
    }
}

BOOST_AUTO_TEST_SUITE_END()
