#include "sprt/report/tournament/standings.hpp"
#include "sprt/session/session.hpp"
#include "tests/sprt/ledger/tournament_samples.hpp"
#include "tests/sprt/session/staged.hpp"
#include "tests/sprt/store/kept_tournament.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(FailedAgents, stand_in_one_printable_line) {
    TournamentPlan plan = tournament_plan_of(staged_tournament(3, 2));
    plan.agents[2].name = "x\x1by";
    EXPECT_EQ(failures_text(plan, {}), "");
    const std::string text = failures_text(plan, {{0, "exited 7"}, {2, "exited 1"}});
    EXPECT_THAT(text, ::testing::StartsWith("a: exited 7; x"));
    EXPECT_THAT(text, ::testing::EndsWith("y: exited 1"));
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(AgentsThatPlay, are_those_of_the_last_stage_that_were_not_withdrawn) {
    Config config = staged_tournament(4, 3);
    config.max_faults = {0};
    const TournamentPlan plan = tournament_plan_of(
        config, {},
        {{.game = 0, .agents = {0, 1, 2, 3}, .rounds = 3}, {.game = 12, .agents = {0, 2, 3}, .rounds = 3}});
    TournamentTally tally(plan.counting);
    EXPECT_THAT(playing_in(plan, tally), ElementsAre(0, 2, 3));
    for (int game = 0; game < 12; ++game) {
        const PlannedGame planned = tally.next().value();
        referee::GameRecord record = record_of(planned, referee::Winner::Draw);
        crashes(2, [](const PlannedGame&) { return true; })(planned, record);
        tally.add(record);
    }
    EXPECT_THAT(playing_in(plan, tally), ElementsAre(0, 3));
}

/// A session of a tournament whose games the test makes up.
class TournamentPlayed : public ::testing::Test {
  protected:
    TournamentSession& begin(std::uint64_t games_before = 0) {
        plan_ = tournament_plan_of(config_);
        stage_.emplace(StageRequest(plan_, ConfigSources()), any_cores());
        TournamentTally tally(plan_.counting);
        play_on(tally, earlier_wins, games_before);
        copy_.emplace(tally);
        return session_.emplace(plan_, *stage_, std::move(tally));
    }
    /// Counts the next game of the schedule. `lacks`: an agent that does not offer OPENING.
    referee::GameRecord count(std::optional<std::size_t> lacks = {}) {
        const PlannedGame planned = copy_->next().value();
        referee::GameRecord record = record_of(planned, referee::Winner::Agent1);
        record.lacks_opening = {lacks == planned.meeting.a, lacks == planned.meeting.b};
        copy_->add(record);
        session_->counting().add(record);
        return record;
    }

    Config config_ = staged_tournament(3, 4);
    TournamentPlan plan_;
    std::optional<Stage> stage_;
    std::optional<TournamentTally> copy_; ///< that of the session
    std::optional<TournamentSession> session_;
};

TEST_F(TournamentPlayed, table_stands_after_each_so_many_whole_rounds_and_not_at_the_end) {
    config_.report_every = 2;
    begin();
    std::vector<std::uint64_t> after;
    for (std::uint64_t game = 0; game < 24; ++game) {
        const referee::GameRecord record = count();
        for (const std::string& table : session_->remarks(record)) {
            EXPECT_EQ(table, "\n" + standings_text(standings_of(plan_, copy_->state())) + "\n");
            after.push_back(game);
        }
        EXPECT_THAT(session_->remarks(record), IsEmpty()) << "it was told";
    }
    EXPECT_THAT(after, ElementsAre(11)) << "two of four rounds, the table after all is that of the end";
}

TEST_F(TournamentPlayed, agents_that_cannot_be_told_openings_are_complained_of_once) {
    begin();
    std::vector<std::string> lines;
    for (int game = 0; game < 12; ++game) {
        for (const std::string& line : session_->complaints(count(1))) {
            lines.push_back(line);
        }
    }
    EXPECT_THAT(lines,
                ElementsAre("Openings: not offered by b; their games begin at the starting position."));
}

TEST_F(TournamentPlayed, pairs_go_on_after_the_games_that_were_counted) {
    const auto pair = begin(8).pairs()->next_pair();
    ASSERT_EQ(pair.size(), 2U);
    EXPECT_EQ(pair[0].id, 8U);
    EXPECT_EQ(pair[0].round, 1U);
}

TEST_F(TournamentPlayed, is_exported_and_offered_by_its_title_or_its_agents) {
    const referee::testing_support::TemporaryDir dir;
    EXPECT_EQ(begin().exported().event, "sprt");
    EXPECT_THAT(session_->exported().agents, ElementsAre("a", "b", "c"));
    TournamentDirectory plain(dir / "runs" / "a", tournament_file_of(config_, dir.path()));
    session_->keep_in(plain);
    EXPECT_EQ(session_->exported().event, "a");
    EXPECT_EQ(session_->offered().name, "a, b and 1 other");
    config_.title = "t";
    EXPECT_EQ(begin().exported().event, "t");
    TournamentDirectory titled(dir / "runs" / "b", tournament_file_of(config_, dir.path()));
    session_->keep_in(titled);
    EXPECT_EQ(session_->exported().event, "t");
    EXPECT_EQ(session_->offered().name, "t");
}

TEST_F(TournamentPlayed, of_two_it_is_offered_as_a_match_is) {
    const referee::testing_support::TemporaryDir dir;
    config_ = staged_tournament(2, 4);
    begin();
    TournamentDirectory kept(dir / "a", tournament_file_of(config_, dir.path()));
    session_->keep_in(kept);
    EXPECT_EQ(session_->offered().name, "a vs b");
}

TEST_F(TournamentPlayed, games_that_are_left_are_told_with_what_stands) {
    const referee::testing_support::TemporaryDir dir;
    begin(8);
    TournamentDirectory kept(dir / "a", tournament_file_of(config_, dir.path()));
    session_->keep_in(kept);
    const auto news = session_->offered().news;
    EXPECT_THAT(news().games_left.value(), ElementsAre(16, 16));
    count();
    EXPECT_THAT(news().games_left.value(), ElementsAre(15, 15));
    EXPECT_THAT(news().standing, HasSubstr("\"over\":false"));
}

TEST_F(TournamentPlayed, end_by_its_openings_is_an_early_one) {
    begin(8);
    EXPECT_FALSE(session_->end({}, {}));
    EXPECT_EQ(session_->early_end(), "");
    PlayedGames games;
    games.are_openings_used_up = true;
    EXPECT_TRUE(session_->end(games, {}));
    EXPECT_THAT(session_->early_end(), ::testing::MatchesRegex("The openings are used up after .* rounds?"));
}

TEST_F(TournamentPlayed, agents_that_lack_openings_stand_in_its_head) {
    EXPECT_THAT(begin().head(), ::testing::Not(HasSubstr("not offering OPENING")));
    TournamentSession lacking(plan_, *stage_, TournamentTally(plan_.counting), {2});
    EXPECT_THAT(lacking.head(), HasSubstr("; not in games of c, not offering OPENING\n"));
}

} // namespace
} // namespace sprt
