#include "sprt/match/standing.hpp"
#include "tests/sprt/match/fake_player.hpp"

#include <gtest/gtest.h>

namespace sprt {
namespace {

using ataxx::Player;
using ataxx::Termination;
using ataxx::Winner;

constexpr Hypotheses kTest{.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};

ataxx::GameRecord lost_by(Player loser, Termination termination) {
    ataxx::GameRecord record = fake_game(0, winner_is(other(loser)));
    record.termination = termination;
    record.fault = ataxx::FaultNote{loser, "why", ""};
    return record;
}

TEST(Standing, CountsResultsTimesAndTheVerdict) {
    Standing standing;
    for (int i = 0; i < 23; ++i) {
        EXPECT_EQ(standing.verdict, Verdict::Continue);
        count_game(standing, fake_game(0, Winner::Agent1), kTest);
    }
    EXPECT_EQ(standing.games, (Wld{23, 0, 0}));
    EXPECT_EQ(standing.verdict, Verdict::H1);
    EXPECT_EQ(standing.used[0], std::chrono::milliseconds(46));
    EXPECT_EQ(standing.used[1], std::chrono::milliseconds(23));
}

TEST(Standing, UnscoredGamesChangeNothingElse) {
    Standing standing;
    count_game(standing, fake_game(0, Winner::Draw), kTest);
    ataxx::GameRecord failed = fake_game(1, Winner::Agent1);
    failed.winner.reset();
    failed.termination = Termination::RefereeFailure;
    count_game(standing, failed, kTest);
    EXPECT_EQ(standing.games, (Wld{0, 0, 1}));
    EXPECT_EQ(standing.unscored, 1u);
    EXPECT_EQ(standing.used[0], std::chrono::milliseconds(2));
}

TEST(Standing, FaultsAreLossesAndCountedApart) {
    Standing standing;
    count_game(standing, lost_by(Player::Agent1, Termination::Crashed), kTest);
    count_game(standing, lost_by(Player::Agent1, Termination::IllegalMove), kTest);
    count_game(standing, lost_by(Player::Agent2, Termination::ReadyTimeout), kTest);
    EXPECT_EQ(standing.games, (Wld{1, 2, 0}));
    EXPECT_EQ(standing.faults[0].faults(), 2u);
    EXPECT_EQ(standing.faults[0].of(Termination::Crashed), 1u);
    EXPECT_EQ(standing.faults[1].faults(), 1u);
}

TEST(Standing, TimeLossesAreNoFaults) {
    Standing standing;
    count_game(standing, lost_by(Player::Agent2, Termination::Timeout), kTest);
    EXPECT_EQ(standing.faults[1].faults(), 0u);
    EXPECT_EQ(standing.faults[1].time_losses(), 1u);
    EXPECT_EQ(standing.games.wins, 1u);
}

TEST(Standing, BothFailingToGetReadyCountsForBoth) {
    Standing standing;
    ataxx::GameRecord record = lost_by(Player::Agent1, Termination::ReadyTimeout);
    record.also_fault = ataxx::FaultNote{Player::Agent2, "why", ""};
    record.also_termination = Termination::Crashed;
    count_game(standing, record, kTest);
    EXPECT_EQ(standing.faults[0].faults(), 1u);
    EXPECT_EQ(standing.faults[1].faults(), 1u);
    EXPECT_EQ(standing.faults[0].of(Termination::ReadyTimeout), 1u);
    EXPECT_EQ(standing.faults[1].of(Termination::Crashed), 1u) << "each by what it did itself";
    EXPECT_EQ(standing.games, (Wld{0, 1, 0}));
}

ataxx::GameRecord lost_on_time(Player loser, bool disputed) {
    ataxx::GameRecord record = lost_by(loser, Termination::Timeout);
    record.time_loss = ataxx::TimeLoss{std::chrono::seconds(1), {}, disputed};
    return record;
}

TEST(Standing, DisputedTimeLossesCountAndAreLeftOutBeside) {
    Standing standing;
    count_game(standing, fake_game(0, Winner::Draw), kTest);
    count_game(standing, lost_on_time(Player::Agent1, true), kTest);
    count_game(standing, lost_on_time(Player::Agent1, false), kTest);
    count_game(standing, lost_on_time(Player::Agent2, true), kTest);
    EXPECT_EQ(standing.games, (Wld{1, 2, 1}));
    EXPECT_EQ(standing.undisputed, (Wld{0, 1, 1}));
    Standing without;
    count_game(without, fake_game(0, Winner::Draw), kTest);
    count_game(without, fake_game(1, Winner::Agent2), kTest);
    EXPECT_EQ(standing.undisputed_llr, without.llr);
    EXPECT_NE(standing.undisputed_llr, standing.llr);
    EXPECT_EQ(standing.faults[0].time_losses(), 2u);
    EXPECT_FALSE(standing.rests_on_disputed()) << "there is no verdict";
}

// 23 wins accept H1, 22 do not; 20 losses accept H0.
TEST(Standing, WhetherTheVerdictRestsOnDisputedTimeLosses) {
    struct Row {
        int wins, disputed_wins, losses;
        Verdict verdict, undisputed;
        bool rests;
    };
    for (const Row& row :
         {Row{23, 0, 0, Verdict::H1, Verdict::H1, false}, Row{22, 1, 0, Verdict::H1, Verdict::Continue, true},
          Row{23, 1, 0, Verdict::H1, Verdict::H1, false},
          Row{22, 0, 0, Verdict::Continue, Verdict::Continue, false},
          Row{0, 50, 20, Verdict::H1, Verdict::H0, true},
          Row{0, 22, 20, Verdict::Continue, Verdict::H0, false}}) {
        Standing standing;
        for (int i = 0; i < row.wins; ++i) {
            count_game(standing, fake_game(0, Winner::Agent1), kTest);
        }
        for (int i = 0; i < row.disputed_wins; ++i) {
            count_game(standing, lost_on_time(Player::Agent2, true), kTest);
        }
        for (int i = 0; i < row.losses; ++i) {
            count_game(standing, fake_game(0, Winner::Agent2), kTest);
        }
        EXPECT_EQ(standing.verdict, row.verdict) << row.wins << ' ' << row.disputed_wins;
        EXPECT_EQ(standing.undisputed_verdict, row.undisputed) << row.wins << ' ' << row.disputed_wins;
        EXPECT_EQ(standing.rests_on_disputed(), row.rests) << row.wins << ' ' << row.disputed_wins;
    }
}

} // namespace
} // namespace sprt
