// The watchdog tells a hang from long local work, and names who is missing.
#include <unistd.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <memory>

#include "remo/comm/watchdog.hpp"

namespace {

using namespace remo::comm;

Sighting sighting(bool waiting, double silent, double still) {
    Sighting seen;
    seen.heartbeat = {1, 1, 7, waiting, "node", waiting ? "MPI_Allreduce" : "tokenise"};
    seen.silent_seconds = silent;
    seen.still_seconds = still;
    return seen;
}

/// Watchdogs of several ranks in one process, on one file.
struct Ranks {
    std::filesystem::path file =
        std::filesystem::temp_directory_path() / ("remo-heartbeat-" + std::to_string(getpid()));
    std::vector<LifeSigns> signs;
    std::vector<std::string> reports;
    std::vector<std::unique_ptr<Watchdog>> dogs;
    std::atomic<int> barks{0};

    Ranks(int ranks, int watched) : signs(static_cast<std::size_t>(ranks)), reports(signs.size()) {
        HeartbeatFile(file, ranks).create();
        for (int rank = 0; rank < watched; ++rank) {
            WatchdogOptions options{file, rank, ranks, "node" + std::to_string(rank), 0.5, 0.05};
            const auto place = static_cast<std::size_t>(rank);
            dogs.push_back(
                std::make_unique<Watchdog>(options, signs[place], [this, place](const std::string& report) {
                    reports[place] = report;
                    ++barks;
                }));
        }
    }
    ~Ranks() {
        dogs.clear();
        std::filesystem::remove(file);
    }
    bool barked_within(double seconds, int count) const {
        for (int i = 0; i < static_cast<int>(seconds * 50) && barks < count; ++i) usleep(20'000);
        return barks >= count;
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(watchdog)

BOOST_AUTO_TEST_CASE(all_waiting_for_too_long_is_stuck) {
    BOOST_TEST(is_stuck({sighting(true, 0, 11), sighting(true, 0, 12)}, 0, 10));
    BOOST_TEST(!is_stuck({sighting(true, 0, 11), sighting(true, 0, 9)}, 0, 10));
    BOOST_TEST(!is_stuck({sighting(true, 0, 9), sighting(true, 0, 12)}, 0, 10));
}

BOOST_AUTO_TEST_CASE(long_local_work_is_life) {
    BOOST_TEST(!is_stuck({sighting(true, 0, 1000), sighting(false, 1, 1000)}, 0, 10));
    BOOST_TEST(!is_stuck({sighting(false, 0, 1000)}, 0, 10));
}

BOOST_AUTO_TEST_CASE(a_heart_that_the_file_does_not_show_is_no_evidence) {
    BOOST_TEST(!is_stuck({sighting(true, 11, 11), sighting(true, 11, 11)}, 0, 10));
}

BOOST_AUTO_TEST_CASE(a_stopped_heart_is_named) {
    const std::vector<Sighting> ranks{sighting(true, 0, 11), sighting(false, 12, 12)};
    BOOST_TEST(is_stuck(ranks, 0, 10));
    const std::string report = stuck_report(ranks, 10);
    BOOST_TEST(report.find("rank 1 on node: MISSING for 12 s, last at update 7, in tokenise") !=
               std::string::npos);
    BOOST_TEST(report.find("rank 0 on node: update 7, waiting in MPI_Allreduce for 11 s") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_missing_rank_ends_the_waiting_one) {
    Ranks ranks(2, 1);  // rank 1 never starts
    const LifeSigns::Waiting waiting(&ranks.signs[0], "MPI_Bcast");
    BOOST_TEST(ranks.barked_within(5.0, 1));
    BOOST_TEST(ranks.reports[0].find("rank 1: MISSING, never gave a sign of life") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_working_rank_keeps_the_waiting_one_alive) {
    Ranks ranks(2, 2);
    const LifeSigns::Waiting waiting(&ranks.signs[0], "MPI_Bcast");
    ranks.signs[1].phase("tokenise");
    BOOST_TEST(!ranks.barked_within(1.5, 1));
}

BOOST_AUTO_TEST_CASE(a_deadlock_is_told_with_calls_and_updates) {
    Ranks ranks(2, 2);
    ranks.signs[0].update(41);
    const LifeSigns::Waiting first(&ranks.signs[0], "MPI_Allreduce");
    const LifeSigns::Waiting second(&ranks.signs[1], "MPI_Bcast");
    BOOST_TEST(ranks.barked_within(5.0, 2));
    BOOST_TEST(ranks.reports[1].find("rank 0 on node0: update 41, waiting in MPI_Allreduce") !=
               std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
