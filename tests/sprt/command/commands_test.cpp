#include "sprt/command/command_line.hpp"
#include "tests/sprt/store/kept_tournament.hpp"
#include "tests/sprt/store/loaded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <string>

namespace sprt {
namespace {

using referee::ExitStatus;
using referee::testing_support::content_of;
using referee::testing_support::user_error_text;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class CommandsOnARun : public LoadRun {
  protected:
    CommandsOnARun() {
        config_.test.elo1 = 1; // no verdict
        keep(4, draws);
        request_.dir = report_.dir = dir_.string();
    }
    /// The status, and what is printed.
    [[nodiscard]] std::string said(ExitStatus status) const {
        ::testing::internal::CaptureStdout();
        EXPECT_EQ(run(report_), status);
        return ::testing::internal::GetCapturedStdout();
    }

    ResumeRequest request_;
    ReportFlags report_;
};

TEST_F(CommandsOnARun, flags_for_tournaments_are_refused) {
    const std::string none = ": it is for a tournament, and " + dir_.string() + " is none";
    const struct {
        const char* flag;
        std::function<void(ResumeRequest&)> set;
    } of_resume[] = {
        {"--rounds", [](ResumeRequest& request) { request.rounds = 3; }},
        {"--add", [](ResumeRequest& request) { request.add = {"x"}; }},
        {"--remove", [](ResumeRequest& request) { request.remove = {"x"}; }},
    };
    for (const auto& each : of_resume) {
        ResumeRequest request = request_;
        each.set(request);
        EXPECT_EQ(user_error_text([&] { static_cast<void>(run(request)); }), each.flag + none);
    }
    const struct {
        const char* flag;
        std::string ReportFlags::*value;
    } of_report[] = {
        {"--csv", &ReportFlags::csv},
        {"--pgn", &ReportFlags::pgn},
        {"--anchor", &ReportFlags::anchor},
        {"--cross", &ReportFlags::cross},
    };
    for (const auto& each : of_report) {
        ReportFlags flags = report_;
        flags.*each.value = (temporary_ / "x").string();
        EXPECT_EQ(user_error_text([&] { static_cast<void>(run(flags)); }), each.flag + none);
    }
    report_.without = {"x"};
    EXPECT_EQ(user_error_text([&] { static_cast<void>(run(report_)); }), "--without" + none);
}

TEST_F(CommandsOnARun, run_is_resumed_here_or_by_workers) {
    request_.local = true;
    request_.via = "nats://hub";
    EXPECT_EQ(user_error_text([&] { static_cast<void>(run(request_)); }),
              "--local and --via cannot be given together");
}

TEST_F(CommandsOnARun, report_is_written_to_its_files) {
    report_.files = {.junit = (temporary_ / "j.xml").string(), .markdown = (temporary_ / "m.md").string()};
    EXPECT_THAT(said(ExitStatus::Done), HasSubstr("Total: 4, WLD: 0/0/4"));
    EXPECT_THAT(content_of(report_.files.junit), StartsWith("<?xml"));
    EXPECT_THAT(content_of(report_.files.markdown), HasSubstr("one"));
    report_.json = true;
    EXPECT_EQ(referee::parse_json(said(ExitStatus::Done))["result"]["wld"], referee::parse_json("[0,0,4]"));
}

TEST_F(CommandsOnARun, result_that_is_not_that_of_the_games_has_a_status_and_no_report) {
    edit_run_file(dir_, [&](referee::Json& run) {
        RunState state = load_run(dir_).state();
        state.standing.games.wins = 3;
        run["result"] = to_json(state);
    });
    report_.files.markdown = (temporary_ / "m.md").string();
    static_cast<void>(said(ExitStatus::Differences));
    EXPECT_THAT(content_of(report_.files.markdown), HasSubstr("run.json and the games differ"));
}

TEST_F(CommandsOnARun, match_has_no_verdict_for_junit) {
    std::filesystem::remove_all(dir_);
    config_.kind = RunKind::Match;
    config_.games = 8;
    keep(4, draws);
    report_.files.junit = (temporary_ / "j.xml").string();
    EXPECT_EQ(user_error_text([&] { static_cast<void>(run(report_)); }),
              "--junit: " + dir_.string() + " is a match, which has no verdict to report");
    report_.files = {.junit = {}, .markdown = (temporary_ / "m.md").string()};
    static_cast<void>(said(ExitStatus::Done));
    EXPECT_THAT(content_of(report_.files.markdown), HasSubstr("one"));
}

TEST_F(CommandsOnARun, reports_take_the_place_of_no_file_of_the_run) {
    const std::string games = content_of(games_file());
    report_.files.junit = games_file();
    EXPECT_THAT(user_error_text([&] { static_cast<void>(run(report_)); }),
                HasSubstr(games_file() + " is the file of DIR"));
    EXPECT_EQ(content_of(games_file()), games);
}

using CommandsOnATournament = KeptTournament;

TEST_F(CommandsOnATournament, report_is_that_of_a_tournament) {
    keep();
    ReportFlags flags;
    flags.dir = dir_.string();
    flags.json = true;
    flags.cross = "wdl";
    ::testing::internal::CaptureStdout();
    EXPECT_EQ(run(flags), ExitStatus::Done);
    EXPECT_THAT(::testing::internal::GetCapturedStdout(), HasSubstr("\"pairings\""));
}

TEST(CommandsWithATest, bounds_that_are_none_are_named_by_their_flag) {
    PlanFlags plan;
    plan.test.hypotheses = {.elo0 = 10, .elo1 = 0};
    EXPECT_THAT(user_error_text([&] { static_cast<void>(run(plan)); }), StartsWith("--elo0: "));
    plan.test = {.model = "penta", .hypotheses = {.elo0 = 0, .elo1 = 10}};
    EXPECT_THAT(user_error_text([&] { static_cast<void>(run(plan)); }), StartsWith("--model: "));
}

TEST(CommandsWithATest, model_of_counts_is_the_one_that_fits_them) {
    CalcFlags flags;
    flags.test.hypotheses = {.elo0 = 0, .elo1 = 10};
    flags.json = true;
    const auto model = [&] {
        ::testing::internal::CaptureStdout();
        EXPECT_EQ(run(flags), ExitStatus::Done);
        return referee::parse_json(::testing::internal::GetCapturedStdout())["model"];
    };
    flags.wld = "5,3,8";
    EXPECT_EQ(model(), "trinomial");
    flags.wld.reset();
    flags.ptnml = "1,2,3,4,5";
    EXPECT_EQ(model(), "pentanomial");
    flags.test.model = "normalized";
    EXPECT_EQ(model(), "normalized");
}

} // namespace
} // namespace sprt
