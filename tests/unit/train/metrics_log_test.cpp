// metrics.jsonl loses and repeats no update over a resume.
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <sstream>

#include "remo/base/file.hpp"
#include "remo/io/json.hpp"
#include "remo/train/metrics_log.hpp"

namespace {

struct Directory {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("remo-metrics-" + std::to_string(getpid()));
    Directory() { std::filesystem::create_directories(path); }
    ~Directory() { std::filesystem::remove_all(path); }
};

void write_updates(remo::train::MetricsLog& log, std::int64_t first, std::int64_t last) {
    for (std::int64_t update = first; update <= last; ++update) {
        remo::train::UpdateFigures figures;
        figures.update = update;
        figures.loss = 1.0 / static_cast<double>(update);
        log.update(figures);
    }
}

std::vector<remo::io::Json> events(const std::filesystem::path& path) {
    std::vector<remo::io::Json> all;
    std::istringstream in(remo::read_file(path));
    for (std::string line; std::getline(in, line);) all.push_back(remo::io::parse_json(line, path.string()));
    return all;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(metrics_log, Directory)

BOOST_AUTO_TEST_CASE(a_resumed_log_has_each_update_once) {
    const auto file = path / "metrics.jsonl";
    {
        remo::train::MetricsLog log(file, 0);
        write_updates(log, 1, 5);
        log.evaluation({5, 10, 0.5, {{"accuracy", 0.75}}, {}});
        log.end("stopped", 5, 1.0);
    }
    std::ofstream(file, std::ios::app) << R"({"event": "update", "upd)";  // a line cut by a crash
    {
        remo::train::MetricsLog log(file, 3);
        write_updates(log, 4, 6);
    }
    const auto all = events(file);
    BOOST_REQUIRE(all.size() == 6u);
    for (std::size_t i = 0; i < all.size(); ++i) {
        BOOST_TEST(all[i]["event"].get<std::string>() == "update");
        BOOST_TEST(all[i]["update"].get<int>() == static_cast<int>(i) + 1);
    }
}

BOOST_AUTO_TEST_CASE(a_fresh_log_replaces_the_old_one) {
    const auto file = path / "metrics.jsonl";
    {
        remo::train::MetricsLog log(file, 0);
        write_updates(log, 1, 3);
    }
    remo::train::MetricsLog log(file, 0);
    write_updates(log, 1, 1);
    BOOST_TEST(events(file).size() == 1u);
}

BOOST_AUTO_TEST_CASE(an_evaluation_has_its_metrics_by_name) {
    const auto file = path / "metrics.jsonl";
    remo::train::MetricsLog log(file, 0);
    log.evaluation({7, 10, 0.5, {{"accuracy", 0.75}, {"f1", 0.5}}, {}});
    const auto event = events(file).at(0);
    BOOST_TEST(event["update"].get<int>() == 7);
    BOOST_TEST(event["samples"].get<int>() == 10);
    BOOST_TEST(event["accuracy"].get<double>() == 0.75);
    BOOST_TEST(event["f1"].get<double>() == 0.5);
}

BOOST_AUTO_TEST_SUITE_END()
