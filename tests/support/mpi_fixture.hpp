#pragma once
/// \file
/// MPI for a whole test program.
#include <boost/test/unit_test.hpp>
#include <memory>

#include "remo/comm/session.hpp"

namespace remo::testing {

inline std::unique_ptr<comm::Session>& session_slot() {
    static std::unique_ptr<comm::Session> slot;
    return slot;
}

struct MpiFixture {
    MpiFixture() {
        auto& suite = boost::unit_test::framework::master_test_suite();
        if (!session_slot()) session_slot() = std::make_unique<comm::Session>(&suite.argc, &suite.argv);
    }
    ~MpiFixture() { session_slot().reset(); }
};
// One in each file that includes this header; the first to start makes the session, the first to end closes it.
BOOST_TEST_GLOBAL_FIXTURE(MpiFixture);

}  // namespace remo::testing
