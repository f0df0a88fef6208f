#include "sprt/command/command_line.hpp"
#include "tests/sprt/store/loaded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace sprt {
namespace {

using referee::testing_support::content_of;
using referee::testing_support::user_error_text;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class RunWithAPage : public LoadRun {
  protected:
    RunWithAPage() { keep(4, draws); }

    [[nodiscard]] std::string error_of_out(const std::filesystem::path& out) const {
        return user_error_text(
            [&] { static_cast<void>(run(PageFlags{.dir = dir_.string(), .out = out.string()})); });
    }
};

TEST_F(RunWithAPage, page_takes_the_place_of_no_file_of_the_run) {
    std::filesystem::create_directory_symlink(dir_, temporary_ / "link");
    const std::string games = content_of(dir_ / kGamesFile);
    for (const auto& out : {dir_ / kGamesFile, dir_ / kRunFile, temporary_ / "link" / "." / kGamesFile}) {
        EXPECT_EQ(error_of_out(out), "--out: " + out.string() + " is a file of the run; name another one");
    }
    EXPECT_EQ(content_of(dir_ / kGamesFile), games);
    EXPECT_THAT(error_of_out(temporary_.path()), StartsWith("--out: "));
}

TEST_F(RunWithAPage, page_is_in_the_directory_of_the_run_unless_named) {
    ::testing::internal::CaptureStdout();
    for (const PageFlags& flags :
         {PageFlags{.dir = dir_.string(), .out = {}}, PageFlags{.dir = dir_.string(),
                                                      .out = (temporary_ / "deep" / "p.html").string(),
                                                      .no_games = true}}) {
        EXPECT_EQ(run(flags), referee::ExitStatus::Done);
    }
    const std::string said = ::testing::internal::GetCapturedStdout();
    const std::filesystem::path page = dir_ / "page.html";
    const std::filesystem::path other = temporary_ / "deep" / "p.html";
    EXPECT_EQ(said, page.string() + ": " + std::to_string(std::filesystem::file_size(page)) + " bytes\n" +
                        other.string() + ": " + std::to_string(std::filesystem::file_size(other)) +
                        " bytes\n");
    EXPECT_THAT(content_of(page), HasSubstr("id=\"games-0\""));
    EXPECT_THAT(content_of(other), ::testing::Not(HasSubstr("id=\"games-0\"")));
}

TEST_F(RunWithAPage, page_without_a_name_does_not_follow_a_link) {
    std::filesystem::create_symlink(temporary_.file("mine", "mine"), dir_ / "page.html");
    EXPECT_THAT(error_of_out({}), HasSubstr("page.html"));
    EXPECT_EQ(content_of(temporary_ / "mine"), "mine");
}

TEST_F(RunWithAPage, page_of_a_gate_is_made_of_a_run_that_began) {
    const std::string page = (temporary_ / "pages" / "p.html").string();
    EXPECT_THAT(user_error_text([&] { check_gate_page(page, ""); }), StartsWith("--page: "));
    check_gate_page("", "");
    check_gate_page(page, dir_.string());
    write_gate_page(page, (temporary_ / "no run").string());
    EXPECT_FALSE(std::filesystem::exists(page));
    write_gate_page(page, dir_.string());
    EXPECT_THAT(content_of(page), HasSubstr("id=\"games-0\""));
}

TEST_F(RunWithAPage, server_that_others_reach_has_a_name) {
    const auto error = [&](const ServeFlags& flags) {
        return user_error_text([&] { static_cast<void>(run(flags)); });
    };
    EXPECT_THAT(error({.dir = dir_.string(), .bind = "0.0.0.0", .hosts = {}}),
                StartsWith("--bind: 0.0.0.0 can be reached from other machines"));
    EXPECT_THAT(error({.dir = dir_.string(), .hosts = {"name", ""}}), StartsWith("--host: it is empty"));
}

} // namespace
} // namespace sprt
