// MPI for the whole test program.
#include <boost/test/unit_test.hpp>
#include <optional>

#include "remo/comm/session.hpp"

namespace {

struct MpiSession {
    MpiSession() {
        auto& suite = boost::unit_test::framework::master_test_suite();
        session.emplace(&suite.argc, &suite.argv);
    }
    std::optional<remo::comm::Session> session;
};

}  // namespace

BOOST_TEST_GLOBAL_FIXTURE(MpiSession);
