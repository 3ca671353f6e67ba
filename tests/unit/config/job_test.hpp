#pragma once
// What the tests of job files share.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "remo/base/error.hpp"
#include "remo/config/job_file.hpp"

namespace remo::test {

/// The two keys without a default, on lines 1 to 4.
inline const std::string required = "[model]\npath = \"m\"\n[data]\ntrain = \"t.tsv\"\n";

inline config::Job parse(const std::string& text, const std::vector<std::string>& overrides = {}) {
    return config::parse_job(text, "job.toml", overrides);
}

/// The sentence that the job is refused with; fails when it isn't, or not as a user's mistake.
inline std::string refusal(const std::string& text, const std::vector<std::string>& overrides = {}) {
    try {
        parse(text, overrides);
    } catch (const Error& error) {
        BOOST_TEST((error.status() == ExitStatus::usage));
        return error.what();
    }
    BOOST_ERROR("not refused: " << text);
    return "";
}

}  // namespace remo::test
