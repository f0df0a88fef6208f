#include "sprt/store/distrusted_file.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include <sys/stat.h>

namespace sprt {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const Distrust kLiar{.server = "nats://h:1",
                     .worker = "v-liar",
                     .run_id = "0123456789ab",
                     .at = "2026-01-02T03:04:05Z",
                     .why = "its games of pair 7 are not those that ann and bob played"};

unsigned mode_of(const std::filesystem::path& path) {
    struct stat facts {};
    EXPECT_EQ(::stat(path.c_str(), &facts), 0);
    return facts.st_mode & 0777U;
}

TEST(DistrustedFile, what_was_added_is_read_by_server) {
    const referee::testing_support::TemporaryDir dir;
    const auto file = dir.path() / "state" / "referee" / "distrusted.json";
    EXPECT_THAT(distrusted_in(file, "nats://h:1"), IsEmpty()) << "there is no file";
    static_cast<void>(add_distrusted(file, kLiar));
    Distrust elsewhere = kLiar;
    elsewhere.server = "nats://other:1";
    elsewhere.worker = "w";
    static_cast<void>(add_distrusted(file, elsewhere));
    const auto its = distrusted_in(file, "nats://h:1");
    ASSERT_EQ(its.size(), 1U);
    EXPECT_EQ(its.at("v-liar").why, kLiar.why);
    EXPECT_EQ(its.at("v-liar").run_id, kLiar.run_id);
    EXPECT_EQ(distrusted_in(file, "nats://other:1").count("w"), 1U);
}

TEST(DistrustedFile, it_is_for_its_user_alone) {
    const referee::testing_support::TemporaryDir dir;
    const auto file = dir.path() / "referee" / "distrusted.json";
    static_cast<void>(add_distrusted(file, kLiar));
    EXPECT_EQ(mode_of(file), 0600U);
    EXPECT_EQ(mode_of(file.parent_path()), 0700U);
}

TEST(DistrustedFile, damaged_file_is_named_and_stays) {
    const referee::testing_support::TemporaryDir dir;
    const auto file = dir.file("distrusted.json", R"({"format":1,"distrusted":[{"server":"s"}]})");
    const auto text =
        referee::testing_support::user_error_text([&] { static_cast<void>(distrusted_in(file, "s")); });
    EXPECT_THAT(text, HasSubstr("distrusted.json: /distrusted/0"));
    EXPECT_THAT(text, HasSubstr("worker"));
    EXPECT_NE(
        referee::testing_support::user_error_text([&] { static_cast<void>(add_distrusted(file, kLiar)); }),
        "");
}

TEST(DistrustedFile, place_follows_the_environment) {
    ::setenv("HOME", "/home/x", 1);
    ::setenv("XDG_STATE_HOME", "/state", 1);
    EXPECT_EQ(distrusted_file(), "/state/referee/distrusted.json");
    ::setenv("XDG_STATE_HOME", "relative", 1);
    EXPECT_EQ(distrusted_file(), "/home/x/.local/state/referee/distrusted.json");
    ::unsetenv("XDG_STATE_HOME");
    EXPECT_EQ(distrusted_file(), "/home/x/.local/state/referee/distrusted.json");
    ::unsetenv("HOME");
    EXPECT_EQ(distrusted_file(), "");
}

} // namespace
} // namespace sprt
