#include "remo/base/log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <functional>

#include "remo/base/file.hpp"
#include "support/temporary_directory.hpp"

namespace {

/// What `action` writes to standard error.
std::string standard_error_of(const std::function<void()>& action) {
    const remo::test::TemporaryDirectory directory;
    const auto path = directory / "stderr";
    const int saved = dup(STDERR_FILENO);
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDERR_FILENO);
    close(file);
    action();
    dup2(saved, STDERR_FILENO);
    close(saved);
    return remo::read_file(path);
}

BOOST_AUTO_TEST_SUITE(log)

BOOST_AUTO_TEST_CASE(rank_0_speaks_in_plain_lines) {
    const std::string text = standard_error_of([] {
        remo::Log log(0, 1, "node1");
        log.info("loaded {} tensors");  // braces are text, not a format
        log.warning("low");
        log.error("gone");
        log.warning_here("mine");
    });
    BOOST_TEST(text == "loaded {} tensors\nwarning: low\nerror: gone\nwarning: mine\n");
}

BOOST_AUTO_TEST_CASE(other_ranks_speak_for_themselves_only) {
    const std::string text = standard_error_of([] {
        remo::Log log(3, 4, "node2");
        log.info("a");
        log.warning("b");
        log.error("c");
        log.warning_here("slow");
        log.error_here("broken");
    });
    BOOST_TEST(text == "warning: rank 3 on node2: slow\nerror: rank 3 on node2: broken\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
