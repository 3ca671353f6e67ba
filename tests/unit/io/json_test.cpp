#include "remo/io/json.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

#include "support/says.hpp"

namespace {

using remo::ExitStatus;
using remo::io::Json;
using remo::io::parse_json;
using remo::io::to_python_json;
using remo::test::says;

BOOST_AUTO_TEST_SUITE(json)

BOOST_AUTO_TEST_CASE(keys_keep_their_order) {
    BOOST_TEST(parse_json(R"({"b": 1, "a": {"z": 2, "y": 3}})", "x").dump() ==
               R"({"b":1,"a":{"z":2,"y":3}})");
}

BOOST_AUTO_TEST_CASE(of_two_members_of_one_name_the_last_counts) {
    BOOST_TEST(parse_json(R"({"a": 1, "a": 2})", "x").dump() == R"({"a":2})");
}

BOOST_AUTO_TEST_CASE(an_error_names_origin_line_and_column) {
    BOOST_CHECK_EXCEPTION(parse_json("{\n  \"a\": 1,\n  \"b\": nil\n}", "config.json"), remo::Error,
                          says(ExitStatus::usage, "config.json:3:9: syntax error"));
    BOOST_CHECK_EXCEPTION(parse_json("", "c.json"), remo::Error, says(ExitStatus::usage, "c.json:1:1: "));
    BOOST_CHECK_EXCEPTION(parse_json("[1, 2", "c.json"), remo::Error,
                          says(ExitStatus::usage, "c.json:1:6: "));
    BOOST_CHECK_EXCEPTION(parse_json("{} x", "c.json"), remo::Error, says(ExitStatus::usage, "c.json:1:4: "));
}

BOOST_AUTO_TEST_CASE(what_no_value_holds_is_an_error) {
    BOOST_CHECK_EXCEPTION(parse_json("[1e999]", "c.json"), remo::Error, says(ExitStatus::usage, "c.json: "));
    BOOST_CHECK_EXCEPTION(parse_json("[\"\xff\"]", "c.json"), remo::Error,
                          says(ExitStatus::usage, "c.json:1:3"));
}

BOOST_AUTO_TEST_CASE(deep_nesting_is_refused) {
    BOOST_CHECK_EXCEPTION(parse_json(std::string(1'000'000, '['), "deep.json"), remo::Error,
                          says(ExitStatus::usage, "deep.json: more than 200 levels"));
    BOOST_CHECK_NO_THROW(parse_json(std::string(200, '[') + std::string(200, ']'), "x"));
}

BOOST_AUTO_TEST_CASE(floats_print_as_in_python) {
    const std::pair<double, const char*> cases[] = {{1e-12, "1e-12"},
                                                    {0.02, "0.02"},
                                                    {0.1, "0.1"},
                                                    {1.0, "1.0"},
                                                    {-0.0, "-0.0"},
                                                    {1e15, "1000000000000000.0"},
                                                    {1e16, "1e+16"},
                                                    {123456789012345680.0, "1.2345678901234568e+17"},
                                                    {1e22, "1e+22"},
                                                    {1e-4, "0.0001"},
                                                    {1e-5, "1e-05"},
                                                    {0.00012345, "0.00012345"},
                                                    {1.5e300, "1.5e+300"},
                                                    {5e-324, "5e-324"},
                                                    {std::numeric_limits<double>::infinity(), "Infinity"}};
    for (const auto& [value, text] : cases) BOOST_TEST(to_python_json(Json(value), false) == text);
}

// Expected text: json.dumps(value, indent=2, sort_keys=True) of Python 3.11.
BOOST_AUTO_TEST_CASE(structures_print_as_in_python) {
    const Json value =
        Json::parse(R"({"c": [1, [2, {}]], "a": [], "Z": null, "é": "é\u2028\u007f\u0001\"\\/\n😀",
                                       "t": true, "b": {}})");
    BOOST_TEST(to_python_json(value, true) ==
               "{\n  \"Z\": null,\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    1,\n    [\n      2,\n      "
               "{}\n    ]\n"
               "  ],\n  \"t\": true,\n"
               "  \"\\u00e9\": \"\\u00e9\\u2028\\u007f\\u0001\\\"\\\\/\\n\\ud83d\\ude00\"\n}");
    BOOST_TEST(to_python_json(Json::parse(R"({"b": 1, "a": 2})"), false) == "{\n  \"b\": 1,\n  \"a\": 2\n}");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
