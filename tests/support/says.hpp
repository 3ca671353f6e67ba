#pragma once
// A predicate for BOOST_CHECK_EXCEPTION.
#include <boost/test/unit_test.hpp>
#include <string>

#include "remo/base/error.hpp"

namespace remo::test {

/// Whether the error has this status and its sentence holds this text.
inline auto says(ExitStatus status, std::string text) {
    return [=](const Error& error) {
        BOOST_TEST_MESSAGE(error.what());
        return error.status() == status && std::string(error.what()).find(text) != std::string::npos;
    };
}

}  // namespace remo::test
