#include "sprt/command/command_line.hpp"
#include "sprt/report/exported_games.hpp"
#include "tests/sprt/store/kept_tournament.hpp"
#include "tests/sprt/store/loaded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace sprt {
namespace {

using referee::testing_support::content_of;
using referee::testing_support::user_error_text;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A run of four games in the directory `run`.
class RunToExport : public LoadRun {
  protected:
    void keep_four() { keep(4, draws); }
    [[nodiscard]] std::vector<referee::GameRecord> records() const {
        std::vector<referee::GameRecord> read;
        static_cast<void>(read_games(dir_ / kGamesFile, [&](const referee::GameRecord& record) {
            read.push_back(record);
            return std::optional<std::string>();
        }));
        return read;
    }
    /// What is written to a file of that name.
    [[nodiscard]] std::string exported(const std::string& name, const std::string& format = {}) const {
        const std::string output = (temporary_ / name).string();
        EXPECT_EQ(
            run(ExportFlags{.source = dir_.string(), .format = format, .comments = {}, .output = output}),
            referee::ExitStatus::Done);
        return content_of(output);
    }
    [[nodiscard]] static std::string error_of(const ExportFlags& flags) {
        return user_error_text([&] { static_cast<void>(run(flags)); });
    }
};

ExportedRun exported_as(const LoadedRun& loaded, const std::filesystem::path& dir) {
    return exported_run(loaded.plan, loaded.run.started, dir);
}

TEST_F(RunToExport, event_and_site_are_those_of_the_run_or_its_directory_and_ours) {
    keep_four();
    const ExportedRun plain = exported_as(load_run(dir_), dir_ / "");
    EXPECT_EQ(plain.event, "run");
    EXPECT_EQ(plain.site, "referee");
    EXPECT_EQ(plain.date, "2026-01-02T03:04:05Z");
    EXPECT_THAT(plain.agents, ElementsAre("one", "two"));
    std::filesystem::remove_all(dir_);
    config_.title = "My match";
    config_.site = "home";
    keep_four();
    EXPECT_EQ(exported_as(load_run(dir_), dir_).event, "My match");
    EXPECT_EQ(exported_as(load_run(dir_), dir_).site, "home");
}

TEST_F(RunToExport, each_format_has_all_games_in_their_order) {
    keep_four();
    const ExportedRun run = exported_as(load_run(dir_), dir_);
    std::string pgn;
    std::string csv = csv_header();
    std::string epd;
    for (const referee::GameRecord& record : records()) {
        pgn += pgn_game(record, run);
        csv += csv_line(record, run);
        epd += epd_line(record);
    }
    EXPECT_EQ(exported("a.pgn"), pgn);
    EXPECT_EQ(exported("a.csv"), csv);
    EXPECT_EQ(exported("a.epd"), epd);
    EXPECT_EQ(exported("a.txt"), pgn);
    EXPECT_EQ(exported("b.csv", "epd"), epd) << "what is asked for wins over the name";
}

TEST_F(RunToExport, games_of_one_log_have_the_same_rules) {
    keep_four();
    referee::GameRecord other = records().at(1);
    ASSERT_NE(other.rules, referee::Game::TicTacToe);
    other.rules = referee::Game::TicTacToe;
    other.opening.clear();
    other.moves.clear();
    other.score = {0, 0};
    const std::filesystem::path log = temporary_ / "log.jsonl";
    std::ofstream(log) << to_json_line(records().at(0)) << "\n" << to_json_line(other) << "\n";
    EXPECT_THAT(error_of({.source = log.string(), .format = {}, .comments = {}, .output = {}}),
                HasSubstr(":2: its rules are tic-tac-toe, and those of the games before are "));
}

TEST_F(RunToExport, wrong_flags_are_named_and_write_nothing) {
    keep_four();
    const std::string there = temporary_.file("there.pgn", "mine").string();
    const auto flags = [&](const std::string& output) {
        return ExportFlags{.source = dir_.string(), .format = {}, .comments = {}, .output = output};
    };
    EXPECT_THAT(error_of(flags(there)), ::testing::StartsWith("--output: "));
    EXPECT_EQ(content_of(there), "mine");
    ExportFlags replaces = flags(there);
    replaces.overwrite = true;
    EXPECT_EQ(run(replaces), referee::ExitStatus::Done);
    EXPECT_NE(content_of(there), "mine");
    replaces.output.clear();
    EXPECT_THAT(error_of(replaces), HasSubstr("--overwrite: there is no file to replace"));
    ExportFlags wrong = flags((temporary_ / "new.pgn").string());
    wrong.comments = "colour";
    EXPECT_THAT(error_of(wrong), ::testing::StartsWith("--comments: "));
    EXPECT_FALSE(std::filesystem::exists(temporary_ / "new.pgn"));
    replaces.output = (dir_ / "." / kGamesFile).string();
    EXPECT_THAT(error_of(replaces), HasSubstr("is the log that is exported"));
    replaces.output = (dir_ / kRunFile).string();
    EXPECT_THAT(error_of(replaces), HasSubstr("is a file of the run"));
}

using TournamentToExport = KeptTournament;

TEST_F(TournamentToExport, event_and_names_are_those_of_the_tournament) {
    keep(4);
    const LoadedTournament loaded = load_run<TournamentFile>(dir_);
    const ExportedRun said = exported_run(loaded.plan, loaded.run.started, dir_);
    EXPECT_EQ(said.event, "run");
    EXPECT_THAT(said.agents, ElementsAre("a", "b", "c"));
    const std::string output = (temporary_ / "t.csv").string();
    EXPECT_EQ(run(ExportFlags{.source = dir_.string(), .format = {}, .comments = {}, .output = output}),
              referee::ExitStatus::Done);
    EXPECT_THAT(content_of(output), HasSubstr("\n3,1,"));
}

} // namespace
} // namespace sprt
