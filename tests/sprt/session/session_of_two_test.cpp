#include "sprt/report/transcript.hpp"
#include "sprt/session/session.hpp"
#include "tests/sprt/session/staged.hpp"
#include "tests/sprt/store/kept_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::GameRecord;
using referee::Winner;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A session of a run whose games the test makes up.
class PlayedByTwo : public ::testing::Test {
  protected:
    /// Begins the session, after the games that `before` counted. To be called once.
    SessionOfTwo& begin(std::uint64_t games_before = 0) {
        plan_ = plan_for(config_);
        openings_ = openings_of(config_);
        stage_.emplace(StageRequest(plan_, ConfigSources()), any_cores());
        Tally tally(plan_.counting);
        for (std::uint64_t game = 0; game < games_before; ++game) {
            tally.add(drawn(game));
        }
        return session_.emplace(plan_, *stage_, std::move(tally));
    }
    [[nodiscard]] GameRecord drawn(std::uint64_t game) const {
        return won_game(game, config_, openings_->opening(game / 2).value(), Winner::Draw);
    }
    /// Counts the game. Returns what is complained of.
    std::vector<std::string> complaints_after(const GameRecord& record) {
        session_->counting().add(record);
        return session_->complaints(record);
    }
    std::vector<std::string> remarks_after(const GameRecord& record) {
        session_->counting().add(record);
        return session_->remarks(record);
    }

    Config config_ = staged_config();
    RunPlan plan_;
    std::unique_ptr<Openings> openings_;
    std::optional<Stage> stage_;
    std::optional<SessionOfTwo> session_;
};

GameRecord crashed(GameRecord record, referee::Player loser) {
    record.winner = winner_is(other(loser));
    record.termination = referee::Termination::Crashed;
    record.fault = referee::FaultNote{loser, "exited 7", "last words\n"};
    return record;
}

TEST_F(PlayedByTwo, pairs_go_on_after_the_games_that_were_counted) {
    const auto pair = begin(4).pairs()->next_pair();
    ASSERT_EQ(pair.size(), 2U);
    EXPECT_EQ(pair[0].id, 4U);
    EXPECT_EQ(pair[1].id, 5U);
}

TEST_F(PlayedByTwo, estimates_stand_below_each_so_many_games_of_the_run) {
    config_.report_every = 2;
    begin(2);
    for (std::uint64_t game = 2; game < 6; ++game) {
        session_->counting().add(drawn(game));
        const std::string text = session_->game_text(drawn(game));
        EXPECT_THAT(text, HasSubstr(transcript_game(drawn(game))));
        EXPECT_EQ(text.find("Elo") != std::string::npos, game % 2 == 1) << text;
    }
}

TEST_F(PlayedByTwo, first_fault_of_each_kind_and_agent_is_told) {
    begin();
    EXPECT_THAT(remarks_after(drawn(0)), IsEmpty());
    const auto first = remarks_after(crashed(drawn(1), referee::Player::Agent1));
    ASSERT_EQ(first.size(), 1U);
    EXPECT_THAT(first[0], ::testing::AllOf(HasSubstr("exited 7"), HasSubstr("last words")));
    EXPECT_THAT(remarks_after(crashed(drawn(2), referee::Player::Agent1)), IsEmpty());
    EXPECT_THAT(remarks_after(crashed(drawn(3), referee::Player::Agent2)), ::testing::SizeIs(1));
}

TEST_F(PlayedByTwo, faults_are_not_told_to_those_who_want_it_quiet) {
    config_.quiet = true;
    begin();
    EXPECT_THAT(remarks_after(crashed(drawn(0), referee::Player::Agent1)), IsEmpty());
}

TEST_F(PlayedByTwo, agent_that_cannot_be_told_openings_is_complained_of_once) {
    begin();
    GameRecord record = drawn(0);
    record.lacks_opening.agent2 = true;
    EXPECT_THAT(complaints_after(record),
                ElementsAre("agent 2 does not offer OPENING: such games begin at the starting position"));
    record = drawn(1);
    record.lacks_opening.agent2 = true;
    EXPECT_THAT(complaints_after(record), IsEmpty());
}

TEST_F(PlayedByTwo, games_that_all_begin_at_the_start_need_no_opening) {
    config_.openings = "start";
    begin();
    GameRecord record = drawn(0);
    record.lacks_opening.agent2 = true;
    EXPECT_THAT(complaints_after(record), IsEmpty());
}

TEST_F(PlayedByTwo, first_games_that_are_the_same_draw_are_warned_of_where_they_count) {
    for (const char* const repeats : {"count", "collapse"}) {
        config_.repeats = repeats;
        config_.openings = "start";
        session_.reset();
        stage_.reset();
        begin();
        for (std::uint64_t game = 0; game < 6; ++game) {
            GameRecord record = drawn(game % 2);
            record.game = game;
            record.pair = game / 2;
            const auto lines = complaints_after(record);
            EXPECT_EQ(lines.size(), game == 5 && config_.repeats == "count" ? 1U : 0U) << game;
        }
    }
}

TEST_F(PlayedByTwo, run_is_exported_and_offered_by_its_title_or_its_agents) {
    const referee::testing_support::TemporaryDir dir;
    EXPECT_EQ(begin().exported().event, "sprt");
    EXPECT_THAT(session_->exported().agents, ElementsAre("one", "two"));
    RunDirectory plain(dir / "runs" / "a", run_file_of(config_, dir.path()));
    session_->keep_in(plain);
    EXPECT_EQ(session_->exported().event, "a");
    EXPECT_EQ(session_->exported().date, "2026-01-02T03:04:05Z");
    EXPECT_EQ(session_->offered().name, "one vs two");
    config_.title = "t";
    EXPECT_EQ(begin().exported().event, "t");
    RunDirectory titled(dir / "runs" / "b", run_file_of(config_, dir.path()));
    session_->keep_in(titled);
    EXPECT_EQ(session_->exported().event, "t");
    EXPECT_EQ(session_->offered().name, "t");
    EXPECT_EQ(session_->offered().elo_between, 100);
}

TEST_F(PlayedByTwo, ratio_that_is_offered_is_that_of_the_counted_games) {
    const referee::testing_support::TemporaryDir dir;
    begin();
    RunDirectory kept(dir / "a", run_file_of(config_, dir.path()));
    session_->keep_in(kept);
    const auto llr = session_->offered().llr;
    EXPECT_EQ(llr(), 0);
    Tally tally(plan_.counting);
    for (std::uint64_t game = 0; game < 4; ++game) {
        session_->counting().add(drawn(game));
        tally.add(drawn(game));
    }
    EXPECT_EQ(llr(), tally.state().standing.evaluation.llr);
    EXPECT_LT(llr(), 0);
}

TEST_F(PlayedByTwo, match_offers_no_ratio) {
    const referee::testing_support::TemporaryDir dir;
    config_.kind = RunKind::Match;
    config_.games = 8;
    begin();
    RunDirectory kept(dir / "a", run_file_of(config_, dir.path()));
    session_->keep_in(kept);
    EXPECT_EQ(session_->offered().llr(), std::nullopt);
    EXPECT_EQ(session_->offered().elo_between, std::nullopt);
}

TEST_F(PlayedByTwo, summary_alone_is_printed_when_that_is_asked_for) {
    config_.summary_only = true;
    EXPECT_EQ(begin(2).head(), "");
    static_cast<void>(session_->end({}, {}));
    const std::string summary = session_->tail("", {});
    session_.reset();
    stage_.reset();
    config_.summary_only = false;
    EXPECT_NE(begin(2).head(), "");
    static_cast<void>(session_->end({}, {}));
    EXPECT_NE(session_->tail("", {}), summary);
}

TEST_F(PlayedByTwo, run_ends_by_its_games_or_by_its_openings) {
    begin(2);
    EXPECT_FALSE(session_->end({}, std::chrono::seconds(3)));
    EXPECT_EQ(session_->state().reason, EndReason::Interrupted);
    EXPECT_EQ(session_->state().elapsed, std::chrono::seconds(3));
    EXPECT_EQ(session_->early_end(), "");
    PlayedGames games;
    games.are_openings_used_up = true;
    games.beyond = 5;
    EXPECT_TRUE(session_->end(games, {}));
    EXPECT_EQ(session_->state().reason, EndReason::OpeningsUsedUp);
    EXPECT_EQ(session_->state().games_beyond, 5U);
    EXPECT_THAT(session_->early_end(), HasSubstr("openings are used up"));
}

TEST_F(PlayedByTwo, engine_that_does_not_start_is_named_when_it_ends_the_run) {
    config_.agents[0] = referee::parse_agent("proto=uai name=one nodes=5 /bin/sh 1");
    begin();
    for (std::uint64_t game = 0; game < 3; ++game) {
        GameRecord record = crashed(drawn(game), referee::Player::Agent1);
        record.opening.clear();
        record.moves.clear();
        record.start.reset();
        session_->counting().add(record);
    }
    EXPECT_TRUE(session_->end({}, {}));
    EXPECT_EQ(session_->early_end(), "Engine one did not start 3 times in a row");
}

} // namespace
} // namespace sprt
