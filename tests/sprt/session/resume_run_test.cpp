#include "sprt/session/resumption.hpp"
#include "tests/sprt/store/kept_tournament.hpp"
#include "tests/sprt/store/loaded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::testing_support::content_of;
using referee::testing_support::user_error_text;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A run of two that is there; what is asked of it plays no game.
class RunToResume : public LoadRun {
  protected:
    RunToResume() { config_.test.elo1 = 1; } // no verdict

    void make_match(std::int64_t games) {
        config_.kind = RunKind::Match;
        config_.games = games;
    }
    [[nodiscard]] ResumeRequest request() const {
        ResumeRequest asked;
        asked.dir = dir_.string();
        return asked;
    }
    [[nodiscard]] std::string error_of_games(std::int64_t games) const {
        ResumeRequest asked = request();
        asked.games = games;
        return user_error_text([&] { static_cast<void>(resume_run<RunFile>(asked)); });
    }
    [[nodiscard]] std::string error_of_max_games(std::int64_t games) const {
        ResumeRequest asked = request();
        asked.max_games = games;
        return user_error_text([&] { static_cast<void>(resume_run<RunFile>(asked)); });
    }
    /// What is printed of a run that has ended.
    [[nodiscard]] std::string said_of_ended(const ResumeRequest& asked) const {
        ::testing::internal::CaptureStdout();
        const PlayedRun played = resume_run<RunFile>(asked);
        EXPECT_TRUE(played.result.is_over());
        EXPECT_EQ(played.end.started, "2026-01-02T03:04:05Z");
        return ::testing::internal::GetCapturedStdout();
    }
};

TEST_F(RunToResume, limit_of_a_test_can_only_be_raised) {
    config_.max_games = 20;
    keep(4, draws);
    EXPECT_EQ(error_of_games(8), "--games: it is for a match, and " + dir_.string() +
                                     " is a run that a test ends; --max-games is its limit");
    for (const std::int64_t games : {-3, 0, 4, 5}) {
        EXPECT_EQ(error_of_max_games(games),
                  "--max-games: " + std::to_string(games) +
                      " is out of range; 4 games were played, and whole pairs come to at least 6");
    }
    EXPECT_EQ(error_of_max_games(18),
              "--max-games: 18 is below the limit of the run, 20; it can only be raised");
}

TEST_F(RunToResume, limit_of_a_test_of_single_games_need_be_no_pair) {
    config_.model = "trinomial";
    config_.repeats = "count";
    keep(4, draws);
    EXPECT_EQ(error_of_max_games(4),
              "--max-games: 4 is out of range; 4 games were played, and the limit must be at least 5");
}

TEST_F(RunToResume, games_of_a_match_may_be_more_or_fewer_than_planned) {
    make_match(20);
    keep(4, draws);
    EXPECT_EQ(error_of_max_games(30), "--max-games: it is for a run that a test ends, and " + dir_.string() +
                                          " is a match; --games is its number");
    EXPECT_EQ(error_of_games(5),
              "--games: 5 is out of range; 4 games were played, and whole pairs come to at least 6");
}

TEST_F(RunToResume, more_games_do_not_undo_a_verdict) {
    config_.test.elo1 = 100;
    for (std::uint64_t games = 2; !keep(games, wins).is_over(); games += 2) {
        std::filesystem::remove_all(dir_);
    }
    EXPECT_EQ(error_of_max_games(1000),
              "--max-games: the run ended by verdict, and more games cannot change that");
}

TEST_F(RunToResume, match_that_has_ended_is_told_and_its_result_is_stored_when_it_is_missing) {
    make_match(4);
    keep(4, draws);
    const std::string said = said_of_ended(request());
    EXPECT_THAT(said, StartsWith("The match has ended; sprt resume DIR --games N plays more games.\n"));
    EXPECT_THAT(said, HasSubstr("Total: 4, WLD: 0/0/4"));
    const std::string stored = content_of(dir_ / kRunFile);
    EXPECT_EQ(load_run(dir_).run.result["wld"], referee::Json::parse("[0,0,4]")) << stored;
    EXPECT_EQ(said_of_ended(request()), said);
    EXPECT_EQ(content_of(dir_ / kRunFile), stored) << "nothing is written again";
    EXPECT_TRUE(load_run(dir_).run.resumed.empty());
}

class TournamentToResume : public KeptTournament {
  protected:
    [[nodiscard]] std::string error_of(ResumeRequest asked) const {
        asked.dir = dir_.string();
        return user_error_text([&] { static_cast<void>(resume_run<TournamentFile>(asked)); });
    }
    [[nodiscard]] std::string error_of_rounds(std::int64_t rounds) const {
        ResumeRequest asked;
        asked.rounds = rounds;
        return error_of(asked);
    }
    [[nodiscard]] std::string error_of_added(std::vector<std::string> commands) const {
        ResumeRequest asked;
        asked.add = std::move(commands);
        return error_of(asked);
    }
    [[nodiscard]] std::string error_of_removed(std::vector<std::string> names) const {
        ResumeRequest asked;
        asked.remove = std::move(names);
        return error_of(asked);
    }
};

TEST_F(TournamentToResume, rounds_are_above_those_that_were_played_or_begun) {
    config_.rounds = 4;
    keep(6);
    EXPECT_EQ(error_of_rounds(1), "--rounds: 1 is not above the 1 round played or begun");
    EXPECT_EQ(error_of_rounds(-1), "--rounds: -1 is not above the 1 round played or begun");
    std::filesystem::remove_all(dir_);
    keep(7);
    EXPECT_EQ(error_of_rounds(2), "--rounds: 2 is not above the 2 rounds played or begun");
}

TEST_F(TournamentToResume, its_number_is_that_of_rounds) {
    keep(6);
    ResumeRequest asked;
    asked.games = 8;
    EXPECT_EQ(error_of(asked), "--games: it is for a match, and " + dir_.string() +
                                   " is a tournament; --rounds is its number");
    asked.games.reset();
    asked.max_games = 8;
    EXPECT_THAT(error_of(asked), StartsWith("--max-games: it is for a run that a test ends, and "));
}

TEST_F(TournamentToResume, agents_that_leave_still_play) {
    keep(6);
    EXPECT_THAT(error_of_removed({"x"}), StartsWith("--remove: "));
    EXPECT_EQ(error_of_removed({"a", "a"}), "--remove: 'a' does not play any more");
}

TEST_F(TournamentToResume, agents_that_join_have_names_of_their_own) {
    keep(6);
    EXPECT_EQ(error_of_added({"name=b x"}), "--add: an agent is named 'b' already; give it another name: "
                                            "name=NAME before its command");
    EXPECT_EQ(error_of_added({"name=x x", "name=x y"}),
              "--add: an agent is named 'x' already; give it another name: name=NAME before its command");
    EXPECT_THAT(error_of_added({"depth=q x"}), StartsWith("--add: "));
    std::vector<std::string> many;
    for (int i = 0; i < 62; ++i) {
        many.push_back("name=x" + std::to_string(i) + " x");
    }
    EXPECT_EQ(error_of_added(many), "--add: a tournament has at most 64 agents");
}

TEST_F(TournamentToResume, that_has_ended_is_told_and_its_result_is_stored) {
    keep();
    ResumeRequest asked;
    asked.dir = dir_.string();
    ::testing::internal::CaptureStdout();
    const PlayedTournament played = resume_run<TournamentFile>(asked);
    EXPECT_THAT(::testing::internal::GetCapturedStdout(),
                StartsWith("The tournament has ended; sprt resume DIR --rounds N or --add COMMAND plays more "
                           "games.\n\nRound robin of 3"));
    EXPECT_EQ(played.result.reason, TournamentEnd::Rounds);
    EXPECT_EQ(load_run<TournamentFile>(dir_).run.result["reason"], "rounds");
}

} // namespace
} // namespace sprt
