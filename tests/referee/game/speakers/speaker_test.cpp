#include "referee/game/play.hpp"
#include "referee/game/speakers/speaker.hpp"
#include "referee/rules/opening_text.hpp"
#include "tests/referee/game/play_scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace referee {
namespace {

using namespace std::chrono_literals;
using namespace testing_support;

/// A native agent that plays second, as agent 1, in a game of 10 s.
class NativeSpeakerTest : public testing::Test {
  protected:
    NativeSpeakerTest() {
        job_.first = Player::Agent2;
        job_.seeds = {11, 22};
        job_.limits.ready = 1234ms;
    }

    NativeSpeaker speaker() { return {job_, Side::Second, agents_}; }
    /// One that has said `answer`.
    void get_ready(NativeSpeaker& speaker, std::string_view answer) {
        EXPECT_FALSE(speaker.prepared({.what = Line(answer), .load = {}}));
    }
    GameSoFar game(const PerSide<TimeControl>& controls = {10s, 10s}) const {
        return {.job = job_,
                .course = Course(Board(job_.rules)),
                .clocks = {Clock(controls.first), Clock(controls.second)}};
    }

    Job job_;
    FakeAgents agents_;
};

TEST_F(NativeSpeakerTest, is_asked_until_it_has_said_ok_and_again_after_a_new_process) {
    NativeSpeaker native = speaker();
    EXPECT_EQ(native.prepare().message, "READY SECOND\n");
    EXPECT_EQ(native.prepare().limit, 1234ms);
    EXPECT_FALSE(native.offers());
    get_ready(native, "OK FEN");
    EXPECT_EQ(native.prepare().message, "");
    EXPECT_EQ(native.offers(), (Capabilities{.fen = true}));
    native.begin_again();
    EXPECT_EQ(native.prepare().message, "READY SECOND\n");
    EXPECT_FALSE(native.offers());
}

TEST_F(NativeSpeakerTest, process_that_has_played_gets_the_seed_of_its_agent) {
    agents_.new_processes.second = false;
    EXPECT_EQ(speaker().prepare().message, "SEED 11\nREADY SECOND\n");
}

TEST_F(NativeSpeakerTest, set_of_rules_of_a_game_is_told_as_the_game) {
    job_.rules = Game::AtaxxUai;
    EXPECT_EQ(speaker().prepare().message, "READY SECOND\n");
    job_.rules = Game::TicTacToe;
    EXPECT_EQ(speaker().prepare().message, "READY SECOND tic-tac-toe\n");
}

TEST_F(NativeSpeakerTest, late_ok_is_a_fault_of_its_own_and_others_stay_what_they_are) {
    NativeSpeaker native = speaker();
    const auto fault_of = [&](const decltype(Reply::what)& what) {
        return native.prepared({.what = what, .load = {}}).value();
    };
    const AgentFault late = fault_of(late_answer("'O' came without a newline"));
    EXPECT_EQ(late.termination, Termination::ReadyTimeout);
    EXPECT_EQ(late.reason, "did not say OK in time; 'O' came without a newline");
    EXPECT_EQ(late.more_time, "--ready-ms");
    EXPECT_TRUE(late.may_be_unflushed);
    EXPECT_EQ(fault_of(kGone).termination, Termination::Crashed);
    EXPECT_EQ(fault_of(kGone).reason, kGone.reason);
    EXPECT_EQ(fault_of(Line("KO")).reason, "sent 'KO' instead of OK");
    EXPECT_EQ(native.prepare().message, "READY SECOND\n") << "it is not ready";
}

TEST_F(NativeSpeakerTest, can_be_told_an_opening_by_its_moves_or_by_its_position) {
    struct Row {
        std::string_view answer;
        bool has_moves, has_start, can_open;
    };
    for (const Row& row : {
             Row{"OK", true, false, false},
             Row{"OK", true, true, false},
             Row{"OK OPENING", true, false, true},
             Row{"OK OPENING", true, true, true},
             Row{"OK OPENING", false, true, false},
             Row{"OK FEN", true, false, false},
             Row{"OK FEN", true, true, true},
             Row{"OK FEN", false, true, true},
             Row{"OK FEN OPENING", false, true, true},
         }) {
        job_.opening.assign(row.has_moves ? 1 : 0, MoveNumbers{1, 1, 1, 2});
        job_.start =
            row.has_start ? std::optional(read_start(Game::Ataxx, "xx4o/7/7/7/7/7/o5x o 0 1")) : std::nullopt;
        NativeSpeaker native = speaker();
        get_ready(native, row.answer);
        EXPECT_EQ(native.can_open(), row.can_open) << row.answer << row.has_moves << row.has_start;
    }
}

TEST_F(NativeSpeakerTest, only_one_that_offers_games_plays_on) {
    NativeSpeaker native = speaker();
    get_ready(native, "OK");
    EXPECT_FALSE(native.plays_on());
    get_ready(native, "OK GAMES");
    EXPECT_TRUE(native.plays_on());
}

TEST_F(NativeSpeakerTest, clock_is_told_once_and_only_when_it_was_asked_for) {
    TimeControl control(10s);
    control.increment = 100ms;
    const GameSoFar so_far = game({7s, control});
    NativeSpeaker native = speaker();
    get_ready(native, "OK CLOCK");
    EXPECT_EQ(native.turn(so_far).message, "CLOCK 100 0\nTURN 10000 7000\n");
    EXPECT_EQ(native.turn(so_far).message, "TURN 10000 7000\n");
    NativeSpeaker other = speaker();
    get_ready(other, "OK");
    EXPECT_EQ(other.turn(so_far).message, "TURN 10000 7000\n");
}

TEST_F(NativeSpeakerTest, clock_that_is_used_up_shows_0_and_its_margin_is_the_limit) {
    TimeControl control(1s);
    control.margin = 200ms;
    GameSoFar so_far = game({control, control});
    so_far.clocks.second.charge(1100ms);
    so_far.clocks.first.charge(1100ms);
    NativeSpeaker native = speaker();
    get_ready(native, "OK");
    const Question question = native.turn(so_far);
    EXPECT_EQ(question.message, "TURN 0 0\n");
    EXPECT_EQ(question.limit, so_far.clocks.second.turn_limit());
    EXPECT_TRUE(question.is_turn);
}

TEST_F(NativeSpeakerTest, rival_without_a_clock_for_the_game_has_as_much_time_as_the_agent) {
    TimeControl move(50ms);
    move.kind = LimitKind::Move;
    TimeControl search;
    search.kind = LimitKind::Search;
    search.search.nodes = 5;
    for (const TimeControl& rivals : {move, search}) {
        NativeSpeaker native = speaker();
        get_ready(native, "OK");
        EXPECT_EQ(native.turn(game({rivals, 8s})).message, "TURN 8000 8000\n");
    }
}

TEST_F(NativeSpeakerTest, last_words_tell_the_move_that_decided_and_end_who_is_not_kept) {
    GameSoFar so_far = game();
    ASSERT_TRUE(so_far.course.make({1, 1, 1, 2}));
    const std::vector<TimedMove> moves{{{1, 1, 1, 2}, 5ms}};
    so_far.moves = moves;
    NativeSpeaker native = speaker();
    get_ready(native, "OK");
    EXPECT_EQ(native.last_words(so_far, true, false), "OPP 1 1 1 2 5\nFINISH\n");
    EXPECT_EQ(native.last_words(so_far, true, true), "OPP 1 1 1 2 5\n");
    EXPECT_EQ(native.last_words(so_far, false, false), "FINISH\n");
    EXPECT_EQ(native.last_words(so_far, false, true), "");
    ASSERT_TRUE(so_far.course.make({1, 7, 1, 6}));
    EXPECT_EQ(native.last_words(so_far, true, false), "FINISH\n") << "it made the last move";
}

TEST(Speaker, is_that_of_the_protocol_of_the_agent_on_its_side) {
    const Job job;
    FakeAgents agents;
    agents.manners.second.protocol = Protocol::Uci;
    EXPECT_FALSE(make_speaker(job, Side::First, agents)->tells_searches());
    EXPECT_TRUE(make_speaker(job, Side::Second, agents)->tells_searches());
}

/// A fault in a position, with the whole of its reason.
struct Due {
    const char* fen;
    std::variant<std::string, AgentFault> answer;
    const char* reason;
    Game game = Game::Ataxx;
    Protocol protocol = Protocol::Native;
};

TEST(Speaker, fault_where_one_move_is_legal_names_it) {
    const char* const pass = "7/7/7/7/ooo4/ooo4/xoo4 x 0 20";
    const char* const clone = "1oooooo/xoooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo x 0 40";
    const char* const jump = "1oooooo/ooooooo/xoooooo/ooooooo/ooooooo/ooooooo/ooooooo x 0 40";
    for (const Due& row : {
             Due{pass, "MOVE 7 1 6 1",
                 "played 7 1 6 1: (6,1)=a2 is not empty; a pass was due (MOVE -1 -1 -1 -1)"},
             Due{pass, "PASS", "sent 'PASS' instead of MOVE x1 y1 x2 y2; a pass was due (MOVE -1 -1 -1 -1)"},
             Due{pass, kLate, "sent no answer in time; a pass was due (MOVE -1 -1 -1 -1)"},
             Due{pass, kGone, "exited; a pass was due (MOVE -1 -1 -1 -1)"},
             Due{pass,
                 AgentFault{
                     .termination = Termination::Crashed, .reason = "gone", .is_before_question = true},
                 "gone"},
             Due{clone, "MOVE -1 -1 -1 -1",
                 "played -1 -1 -1 -1: it may not pass while it has a move; a clone was due (MOVE 2 1 1 1)"},
             Due{jump, kGone, "exited; a jump was due (MOVE 3 1 1 1)"},
             Due{"xox/xo1/oxo x 5", "MOVE 1 1", "played 1 1: (1,1)=a3 is taken; MOVE 2 3 was the only move",
                 Game::TicTacToe},
             Due{"x5o/7/7/7/7/7/o5x x 0 1", "MOVE -1 -1 -1 -1",
                 "played -1 -1 -1 -1: it may not pass while it has a move"},
             Due{pass, "bestmove a2",
                 "played a2: (6,1)=a2 is not empty; a pass was due (bestmove 0000) (go btime 10000 wtime "
                 "10000 "
                 "binc 0 "
                 "winc 0 on 7/7/7/7/ooo4/ooo4/xoo4 x 0 20)",
                 Game::Ataxx, Protocol::Uai},
             Due{jump, kGone,
                 "exited; a jump was due (bestmove a5a7) (go btime 10000 wtime 10000 binc 0 winc 0 on "
                 "1oooooo/ooooooo/xoooooo/ooooooo/ooooooo/ooooooo/ooooooo x 0 40)",
                 Game::Ataxx, Protocol::Uai},
         }) {
        FakeAgents agents;
        agents.manners.first.protocol = row.protocol;
        agents.ready = {FakeAgents::Answer{"OK FEN"}, FakeAgents::Answer{"OK FEN"}};
        FakeAgents::Answer answer;
        std::visit([&](const auto& what) { answer.what = what; }, row.answer);
        agents.answers = {answer};
        const GameRecord record = play({.rules = row.game, .start = read_start(row.game, row.fen)}, agents);
        ASSERT_TRUE(record.fault) << row.reason;
        EXPECT_EQ(record.fault->reason, row.reason);
    }
}

} // namespace
} // namespace referee
