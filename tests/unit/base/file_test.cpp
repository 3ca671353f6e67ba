#include "remo/base/file.hpp"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>

#include "remo/base/error.hpp"
#include "support/temporary_directory.hpp"

namespace {

namespace fs = std::filesystem;
using remo::ExitStatus;

/// Whether the error has this status and its sentence holds this text.
auto says(ExitStatus status, std::string text) {
    return [=](const remo::Error& error) {
        BOOST_TEST_MESSAGE(error.what());
        return error.status() == status && std::string(error.what()).find(text) != std::string::npos;
    };
}

BOOST_FIXTURE_TEST_SUITE(file, remo::test::TemporaryDirectory)

BOOST_AUTO_TEST_CASE(what_is_written_is_read_back) {
    const fs::path path = *this / "a.txt";
    const std::string bytes("a\0b\r\n\xff", 6);
    remo::write_file_atomically(path, bytes);
    BOOST_TEST(remo::read_file(path) == bytes);
    BOOST_TEST(!fs::exists(remo::partial_name(path)));
}

BOOST_AUTO_TEST_CASE(a_write_replaces_the_whole_file) {
    remo::write_file_atomically(*this / "a.txt", "a longer text");
    remo::write_file_atomically(*this / "a.txt", "short");
    BOOST_TEST(remo::read_file(*this / "a.txt") == "short");
}

BOOST_AUTO_TEST_CASE(a_large_file_is_read_whole) {
    const std::string text(300'001, 'x');
    remo::write_file_atomically(*this / "a.txt", text);
    BOOST_TEST((remo::read_file(*this / "a.txt") == text));
}

BOOST_AUTO_TEST_CASE(reading_names_path_and_reason) {
    BOOST_CHECK_EXCEPTION(remo::read_file(*this / "none.txt"), remo::Error,
                          says(ExitStatus::usage, "none.txt: No such file or directory"));
    BOOST_CHECK_EXCEPTION(remo::read_file(path()), remo::Error, says(ExitStatus::usage, "Is a directory"));
}

BOOST_AUTO_TEST_CASE(a_failed_write_leaves_the_old_file_and_no_partial_one) {
    fs::create_directory(*this / "target");  // a directory that isn't empty can't be renamed over
    remo::write_file_atomically(*this / "target/inside", "kept");
    BOOST_CHECK_EXCEPTION(remo::write_file_atomically(*this / "target", "text"), remo::Error,
                          says(ExitStatus::failure, "can't rename"));
    BOOST_TEST(remo::read_file(*this / "target/inside") == "kept");
    BOOST_TEST(!fs::exists(remo::partial_name(*this / "target")));
}

BOOST_AUTO_TEST_CASE(only_regular_files_are_replaced) {
    const fs::path pipe = *this / "pipe";
    BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    BOOST_CHECK_EXCEPTION(remo::write_file_atomically(pipe, "text"), remo::Error,
                          says(ExitStatus::failure, "no regular file"));
    BOOST_TEST(fs::is_fifo(pipe));
    BOOST_CHECK_EXCEPTION(remo::require_publishable(pipe), remo::Error,
                          says(ExitStatus::usage, "no regular file"));
    fs::create_symlink("pipe", *this / "link");
    BOOST_CHECK_EXCEPTION(remo::require_publishable(*this / "link"), remo::Error,
                          says(ExitStatus::usage, "no regular file"));
    BOOST_CHECK_EXCEPTION(remo::require_publishable(""), remo::Error,
                          says(ExitStatus::usage, "names no file"));
    BOOST_CHECK_EXCEPTION(remo::require_publishable(*this / "none/a.txt"), remo::Error,
                          says(ExitStatus::usage, "there is no directory"));
    BOOST_CHECK_NO_THROW(remo::require_publishable(*this / "a.txt"));
}

BOOST_AUTO_TEST_CASE(a_partial_name_stays_in_the_directory) {
    BOOST_TEST(remo::partial_name("runs/a/model.h5") == fs::path("runs/a/.model.h5.partial"));
    BOOST_TEST(remo::partial_name("model.h5") == fs::path(".model.h5.partial"));
}

BOOST_AUTO_TEST_CASE(writing_names_path_and_reason) {
    BOOST_CHECK_EXCEPTION(remo::write_file_atomically(*this / "no/such/directory/a", "text"), remo::Error,
                          says(ExitStatus::failure, "No such file or directory"));
}

BOOST_AUTO_TEST_CASE(directories_are_created_or_the_reason_is_told) {
    remo::create_directories(*this / "a/b/c");
    BOOST_TEST(fs::is_directory(*this / "a/b/c"));
    remo::create_directories(*this / "a/b/c");
    remo::write_file_atomically(*this / "file", "");
    BOOST_CHECK_EXCEPTION(remo::create_directories(*this / "file/b"), remo::Error,
                          says(ExitStatus::usage, "can't create directory"));
    BOOST_CHECK_THROW(remo::create_directories(*this / "file"), remo::Error);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
