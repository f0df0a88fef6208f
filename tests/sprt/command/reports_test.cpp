#include "referee/game/adjudication/adjudication.hpp"
#include "sprt/command/command_line.hpp"
#include "tests/sprt/store/kept_tournament.hpp"
#include "tests/sprt/store/loaded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace sprt {
namespace {

using referee::testing_support::content_of;
using referee::testing_support::user_error_text;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::size_t times_in(const std::string& text, const std::string& part) {
    std::size_t times = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++times;
    }
    return times;
}

/// A tournament of a, b and c.
class TournamentToReport : public KeptTournament {
  protected:
    TournamentToReport() { flags_.dir = dir_.string(); }

    /// What is printed, and written to the files of the flags.
    [[nodiscard]] std::string report() const {
        ::testing::internal::CaptureStdout();
        EXPECT_EQ(report_tournament(flags_), referee::ExitStatus::Done);
        return ::testing::internal::GetCapturedStdout();
    }
    [[nodiscard]] std::string pgn() {
        flags_.pgn = (temporary_ / "games.pgn").string();
        static_cast<void>(report());
        return content_of(flags_.pgn);
    }
    [[nodiscard]] std::string error() const {
        return user_error_text([&] { static_cast<void>(report_tournament(flags_)); });
    }
    /// Makes the games of two agents with the same seats equal to the first one.
    void keep_copies(std::uint64_t most) {
        config_.openings = "start";
        std::map<std::pair<std::size_t, bool>, referee::GameRecord> first;
        keep(most, earlier_wins, [&](referee::GameRecord& record) {
            const std::size_t meeting = 8 * index(record.agents.agent1) + index(record.agents.agent2);
            referee::GameRecord copy =
                first.emplace(std::pair(meeting, record.first == referee::Player::Agent1), record)
                    .first->second;
            copy.game = record.game;
            copy.pair = record.pair;
            copy.round = record.round;
            copy.seed = record.seed;
            record = std::move(copy);
        });
    }

    ReportFlags flags_;
};

TEST_F(TournamentToReport, pgn_has_the_games_of_whole_pairs) {
    keep(9);
    const std::string text = pgn();
    EXPECT_EQ(times_in(text, "[Event "), 8U);
    EXPECT_EQ(times_in(text, "[White \"a\"]\n[Black \"b\"]"), 1U);
    EXPECT_EQ(times_in(text, "[White \"b\"]\n[Black \"a\"]"), 1U);
}

TEST_F(TournamentToReport, pgn_has_no_copies_of_agents_without_chance) {
    keep_copies(12);
    EXPECT_EQ(times_in(pgn(), "[Event "), 6U) << "two of each pairing";
}

TEST_F(TournamentToReport, agents_that_are_left_out_are_in_no_file) {
    keep();
    flags_.without = {"b"};
    flags_.csv = (temporary_ / "t.csv").string();
    flags_.files.markdown = (temporary_ / "t.md").string();
    EXPECT_EQ(times_in(pgn(), "[Event "), 4U);
    EXPECT_THAT(content_of(flags_.pgn), Not(HasSubstr("\"b\"")));
    EXPECT_THAT(content_of(flags_.csv),
                ::testing::AllOf(HasSubstr("\na,c,"), Not(HasSubstr("\na,b,")), Not(HasSubstr("\nb,c,"))));
    EXPECT_THAT(content_of(flags_.files.markdown), Not(HasSubstr("| b |")));
}

TEST_F(TournamentToReport, wrong_flags_are_named) {
    keep();
    flags_.without = {"b", "c"};
    EXPECT_EQ(error(), "--without: of 3 agents fewer than two are left");
    flags_.without = {"x"};
    EXPECT_THAT(error(), StartsWith("--without: "));
    flags_.without.clear();
    flags_.anchor = "x=3";
    EXPECT_THAT(error(), StartsWith("--anchor: "));
    flags_.anchor.clear();
    flags_.csv = flags_.pgn = (temporary_ / "same").string();
    EXPECT_THAT(error(), StartsWith("--pgn: "));
    flags_.pgn = (dir_ / kGamesFile).string();
    EXPECT_THAT(error(), StartsWith("DIR: "));
    flags_.pgn.clear();
    flags_.files.junit = "x.xml";
    EXPECT_THAT(error(), HasSubstr("is a tournament, which has no verdict to report"));
}

TEST_F(TournamentToReport, cells_of_the_table_are_points_or_wins_draws_and_losses) {
    keep();
    const std::string points = report();
    flags_.cross = "points";
    EXPECT_EQ(report(), points);
    flags_.cross = "wdl";
    EXPECT_NE(report(), points);
}

class CountsToRate : public ::testing::Test {
  protected:
    CountsToRate() {
        flags_.file = dir_.file("counts.json", R"({"agents": ["x", "y"],
            "pairings": [{"a": 0, "b": 1, "ptnml": [1, 2, 4, 5, 8]}]})")
                          .string();
    }

    referee::testing_support::TemporaryDir dir_;
    RateFlags flags_;
};

TEST_F(CountsToRate, head_counts_agents_games_and_pairs) {
    EXPECT_THAT(rated_counts(flags_), StartsWith("2 agents: 40 games, 20 pairs. Errors by pair.\n"));
}

TEST_F(CountsToRate, anchor_has_the_elo_that_it_is_given) {
    flags_.json = true;
    const auto elo = [&] { return referee::parse_json(rated_counts(flags_))["elo"]; };
    flags_.anchor = "y=1000";
    EXPECT_NEAR(elo()[1].get<double>(), 1000, 1e-9);
    const double strength = elo()[0].get<double>() - 1000;
    EXPECT_GT(strength, 0);
    flags_.anchor = "x";
    EXPECT_NEAR(elo()[1].get<double>(), -strength, 1e-6);
    flags_.anchor = "z";
    EXPECT_THAT(user_error_text([&] { static_cast<void>(rated_counts(flags_)); }), StartsWith("--anchor: "));
}

class RunToAdjudicate : public LoadRun {
  protected:
    [[nodiscard]] std::string text(const std::string& rule) const {
        AdjudicateFlags flags{.dir = dir_.string(), .rules = {}};
        if (!rule.empty()) {
            set_rule(flags.rules, rule);
        }
        return adjudicated_run_text(flags);
    }
    [[nodiscard]] std::string error_of(const std::string& rule) const {
        return user_error_text([&] { static_cast<void>(text(rule)); });
    }
};

TEST_F(RunToAdjudicate, rules_that_are_missing_or_do_not_fit_are_refused) {
    keep(4, draws);
    EXPECT_THAT(error_of(""), StartsWith("--adjudicate: give a rule"));
    EXPECT_THAT(error_of("resign=600/3"), StartsWith("--adjudicate: ")) << "no engine tells a score";
}

TEST_F(RunToAdjudicate, games_that_were_counted_are_adjudicated) {
    keep(4, wins);
    EXPECT_THAT(text("max_turns=6/draw"), HasSubstr("Games: 4, turns: 32\n"));
}

TEST_F(RunToAdjudicate, game_that_a_rule_ended_cannot_be_adjudicated_again) {
    set_rule(config_.play.adjudicate, "max_turns=6/draw");
    openings_ = openings_of(config_);
    keep_run(dir_, run_file(), 2, [&](std::uint64_t game) {
        referee::GameRecord record =
            won_game(game, config_, openings_->opening(0).value(), referee::Winner::Draw);
        record.moves.resize(6 - record.opening.size());
        record.turns = 6;
        record.termination = referee::Termination::Adjudicated;
        record.adjudication = referee::AdjudicationRule::MaxTurns;
        return record;
    });
    EXPECT_THAT(error_of("max_turns=4/draw"), HasSubstr("game 0 was adjudicated (max_turns)"));
}

} // namespace
} // namespace sprt
