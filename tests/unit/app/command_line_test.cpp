#include "remo/app/command_line.hpp"

#include <boost/test/unit_test.hpp>

#include "remo/base/build_info.hpp"

namespace {

using remo::app::Invocation;

Invocation parse(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "remo");
    return remo::app::parse_command_line(static_cast<int>(arguments.size()), arguments.data());
}

std::string refusal(const std::vector<const char*>& arguments) {
    try {
        parse(arguments);
    } catch (const remo::Error& error) {
        BOOST_TEST((error.status() == remo::ExitStatus::usage));
        return error.what();
    }
    BOOST_ERROR("not refused");
    return "";
}

BOOST_AUTO_TEST_SUITE(command_line)

BOOST_AUTO_TEST_CASE(a_command_is_found) {
    const Invocation invocation = parse({"train", "--set", "a.b=1", "job.toml", "--set", "c.d=2"});
    BOOST_TEST(invocation.command == "train");
    BOOST_TEST(invocation.output == "");
    BOOST_TEST(static_cast<bool>(invocation.run));
}

BOOST_AUTO_TEST_CASE(version_and_help_answer_at_once) {
    const std::string version(remo::build_info().version);
    BOOST_TEST(parse({"--version"}).output.starts_with("remo " + version));
    BOOST_TEST(parse({"--help"}).output.find("evaluate") != std::string::npos);
    BOOST_TEST(parse({"train", "--help"}).output.find("--allow-changes") != std::string::npos);
    BOOST_TEST(!static_cast<bool>(parse({"train", "--help"}).run));
}

BOOST_AUTO_TEST_CASE(every_command_line_of_the_documentation_is_accepted) {
    const std::vector<std::vector<const char*>> lines = {
        {"train", "j.toml", "--set", "run.seed=1", "--resume", "never", "--allow-changes", "--profile",
         "--print-config"},
        {"evaluate", "--model", "m", "--data", "d.tsv", "--text", "a,b", "--label", "l", "--max-length", "64",
         "--out", "o"},
        {"predict", "--model", "m", "--data", "d.tsv", "--out", "o.tsv", "--text", "a", "--max-length", "64",
         "--logits"},
        {"prepare", "j.toml"},
        {"convert", "a", "b.h5"},
        {"inspect", "m.h5", "--verify", "--parameters"},
        {"diff", "a.h5", "b.h5"},
        {"tokenize", "--model", "m", "f.txt", "--text", "a,b"},
        {"doctor"},
        {"estimate", "j.toml", "--ranks", "8"}};
    for (const auto& line : lines) BOOST_TEST(parse(line).command == line.front());
}

BOOST_AUTO_TEST_CASE(mistakes_are_named_with_the_command_to_ask) {
    BOOST_TEST(refusal({}) == "no command given; `remo --help` lists them");
    BOOST_TEST(refusal({"trian"}).starts_with("unknown command trian; did you mean train?"));
    BOOST_TEST(refusal({"train"}) == "remo train: JOB.toml is required; see `remo train --help`");
    BOOST_TEST(refusal({"train", "j.toml", "--sett", "a.b=1"}).find("--sett") != std::string::npos);
    BOOST_TEST(refusal({"evaluate", "--data", "d"}).find("--model is required") != std::string::npos);
    BOOST_TEST(
        refusal({"evaluate", "--model", "m", "--data", "d", "--max-length", "2"}).find("--max-length") !=
        std::string::npos);
    BOOST_TEST(refusal({"estimate", "j.toml", "--ranks", "0"}).find("--ranks") != std::string::npos);
    BOOST_TEST(refusal({"diff", "a", "b", "c"}).find("c") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
