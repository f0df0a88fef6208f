#include "referee/base/user_error.hpp"
#include "tests/referee/game/play_scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace referee {
namespace {

using namespace std::chrono_literals;
using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;

/// Agent 1 is a UAI engine and plays first.
class PlayUai : public testing::Test {
  protected:
    PlayUai() { agents_.manners.first.protocol = Protocol::Uai; }

    /// Plays one turn of each, then the stop.
    GameRecord play_two_turns(const std::string& best_move = "bestmove b7") {
        agents_.answers.push_back({best_move, 5ms});
        agents_.answers.push_back({"MOVE 7 1 7 2", 7ms});
        agents_.answers.push_back({Stopped{}});
        return play(job_, agents_);
    }

    Job job_ = game_of(Player::Agent1);
    FakeAgents agents_;
};

const PerSide<std::string> kPing{"position fen x5o/7/7/7/7/7/o5x x 0 1\nisready\n", ""};

TEST_F(PlayUai, new_engine_is_set_up_beside_a_native_agent) {
    agents_.manners.first.options = {{"Hash", "16"}, {"Say PV", "false"}};
    agents_.manners.first.checks_options = false;
    agents_.manners.first.init = {"debug on"};
    play_two_turns();
    ASSERT_GE(agents_.ready_messages.size(), 4U);
    EXPECT_EQ(agents_.ready_messages[0], (PerSide<std::string>{"uai\n", "READY SECOND\n"}));
    EXPECT_EQ(
        agents_.ready_messages[1],
        (PerSide<std::string>{
            "setoption name Hash value 16\nsetoption name Say PV value false\ndebug on\nisready\n", ""}));
    EXPECT_EQ(agents_.ready_messages[2], (PerSide<std::string>{"uainewgame\nisready\n", ""}));
    EXPECT_EQ(agents_.ready_messages[3], kPing);
}

TEST_F(PlayUai, engine_that_has_played_is_only_told_of_another_game) {
    agents_.new_processes.first = false;
    play_two_turns();
    EXPECT_EQ(agents_.ready_messages[0], (PerSide<std::string>{"uainewgame\nisready\n", "READY SECOND\n"}));
    EXPECT_EQ(agents_.ready_messages[1], kPing);
}

TEST_F(PlayUai, clocks_of_both_are_told_and_moves_go_from_one_protocol_to_the_other) {
    job_.limits.time.agent1 = 3s;
    job_.limits.time.agent1.increment = 100ms;
    const GameRecord record = play_two_turns();
    ASSERT_EQ(agents_.questions.size(), 3U);
    EXPECT_EQ(agents_.questions[0].message, "go btime 3000 wtime 10000 binc 100 winc 0\n");
    EXPECT_EQ(agents_.questions[0].limit, 3s);
    EXPECT_EQ(agents_.questions[1].message, "OPP 1 1 1 2 5\nTURN 10000 3095\n");
    EXPECT_EQ(agents_.questions[2].message, "go btime 3095 wtime 9993 binc 100 winc 0\n");
    EXPECT_EQ(agents_.ready_messages.back().first, "position fen xx4o/7/7/7/7/7/oo4x x 0 2\nisready\n");
    EXPECT_THAT(texts(record.moves), ElementsAre("1 1 1 2", "7 1 7 2"));
    EXPECT_EQ(record.search.size(), 2U);
}

TEST_F(PlayUai, engine_that_sits_second_is_white) {
    agents_.manners = {{}, {.protocol = Protocol::Uai}};
    job_.limits.time.agent2 = 500ms;
    agents_.answers = {{"MOVE 1 1 1 2", 5ms}, {"bestmove b1", 1ms}, {Stopped{}}};
    static_cast<void>(play(job_, agents_));
    EXPECT_EQ(agents_.questions[1].message, "go btime 9995 wtime 500 binc 0 winc 0\n");
    EXPECT_EQ(agents_.ready_messages.back().second, "position fen xx4o/7/7/7/7/7/o5x o 0 1\nisready\n");
}

/// Full moves as in FENs: 1 at the start, one more after each move of the second player, in the opening too.
TEST_F(PlayUai, move_number_after_an_opening_counts_its_moves) {
    const std::vector<MoveNumbers> opening{
        {1, 1, 1, 2}, {1, 7, 1, 6}, {7, 7, 7, 6}, {7, 1, 7, 2}, {1, 2, 1, 3}};
    struct Row {
        std::size_t moves;
        const char* fen; ///< of the engine's first turn
    };
    for (const Row& row : {Row{0, "x5o/7/7/7/7/7/o5x x 0 1"}, Row{1, "xx4o/7/7/7/7/7/o5x o 0 1"},
                           Row{2, "xx3oo/7/7/7/7/7/o5x x 0 2"}, Row{3, "xx3oo/7/7/7/7/7/o4xx o 0 2"},
                           Row{4, "xx3oo/7/7/7/7/7/oo3xx x 0 3"}, Row{5, "xxx2oo/7/7/7/7/7/oo3xx o 0 3"}}) {
        job_.opening.assign(opening.begin(), opening.begin() + static_cast<std::ptrdiff_t>(row.moves));
        FakeAgents agents;
        const Side side = row.moves % 2 == 0 ? Side::First : Side::Second;
        agents.manners[side].protocol = Protocol::Uai;
        agents.ready = {{"OK OPENING"}, {"OK OPENING"}};
        agents.answers = {{Stopped{}}};
        static_cast<void>(play(job_, agents));
        EXPECT_EQ(agents.ready_messages.back()[side], "position fen " + std::string(row.fen) + "\nisready\n");
    }
}

TEST_F(PlayUai, each_kind_of_limit_has_its_words) {
    struct Row {
        LimitKind kind;
        SearchLimit search;
        const char* said;
        std::chrono::nanoseconds limit;
        std::string_view last_call{};
    };
    for (const Row& row :
         {Row{LimitKind::Move, {}, "go movetime 50\n", 60ms},
          Row{LimitKind::Move, {.depth = 9}, "go depth 9 movetime 50\n", 60ms},
          Row{LimitKind::Search, {.nodes = 800}, "go nodes 800\n", 60s, "stop\n"},
          Row{LimitKind::Search, {.depth = 800}, "go depth 800\n", 60s, "stop\n"},
          Row{LimitKind::Search, {.nodes = 800, .depth = 9}, "go nodes 800 depth 9\n", 60s, "stop\n"}}) {
        FakeAgents agents;
        agents.manners.first.protocol = Protocol::Uai;
        agents.answers = {{"bestmove b7", 5ms}, {Stopped{}}};
        TimeControl& control = job_.limits.time.agent1;
        control = 50ms;
        control.kind = row.kind;
        control.margin = 10ms;
        control.search = row.search;
        static_cast<void>(play(job_, agents));
        EXPECT_EQ(agents.questions[0].message, row.said);
        EXPECT_EQ(agents.questions[0].last_call, row.last_call);
        EXPECT_EQ(agents.questions[0].limit, row.limit);
        // The native agent is shown its own time twice.
        EXPECT_EQ(agents.questions[1].message, "OPP 1 1 1 2 5\nTURN 10000 10000\n");
    }
}

/// The clock counts the moves of its own engine; a native agent sees the time alone.
TEST_F(PlayUai, moves_to_go_are_told_and_time_is_added_when_they_are_made) {
    TimeControl& own = job_.limits.time.agent1;
    own = 3s;
    own.moves = 2;
    own.increment = 600ms;
    own.search.nodes = 5000;
    job_.limits.time.agent2.moves = 1;
    agents_.answers = {{"bestmove b7", 1s},     {"MOVE 7 1 7 2", 2s}, {"bestmove c7", 1s},
                       {"MOVE 7 2 7 3", 100ms}, {"bestmove d7", 1ms}, {Stopped{}}};
    static_cast<void>(play(job_, agents_));
    ASSERT_EQ(agents_.questions.size(), 6U);
    EXPECT_EQ(agents_.questions[0].message,
              "go nodes 5000 btime 3000 wtime 10000 binc 600 winc 0 movestogo 2\n");
    EXPECT_EQ(agents_.questions[2].message,
              "go nodes 5000 btime 2600 wtime 18000 binc 600 winc 0 movestogo 1\n");
    EXPECT_EQ(agents_.questions[3].message, "OPP 1 2 1 3 1000\nTURN 18000 5200\n");
    EXPECT_EQ(agents_.questions[4].message,
              "go nodes 5000 btime 5200 wtime 27900 binc 600 winc 0 movestogo 2\n");
    EXPECT_EQ(agents_.questions[4].limit, 5200ms) << "the clock is charged beside nodes";
}

TEST_F(PlayUai, without_pings_the_position_goes_with_go) {
    agents_.manners.first.ping = Ping::Off;
    play_two_turns();
    EXPECT_EQ(agents_.ready_messages.size(), 3U);
    EXPECT_EQ(agents_.questions[0].message,
              "position fen x5o/7/7/7/7/7/o5x x 0 1\ngo btime 10000 wtime 10000 binc 0 winc 0\n");
}

TEST(PingHabit, engine_is_pinged_until_three_answers_in_a_row_are_quick_and_then_in_every_32nd_turn) {
    PingHabit habit;
    const auto turns = [&habit](std::initializer_list<std::chrono::microseconds> answers) {
        for (const auto took : answers) {
            EXPECT_TRUE(habit.is_due());
            habit.pinged(took);
        }
        for (int turn = 0; turn < 31; ++turn) {
            EXPECT_FALSE(habit.is_due()) << turn;
        }
    };
    turns({1000us, 3us, 1000us});
    turns({900us}); // it is still quick
    turns({1001us, 5us, 5us, 2000us, 5us, 5us, 5us});
}

TEST_F(PlayUai, engine_that_reads_quickly_hears_the_position_with_go_unless_pings_are_on) {
    for (const auto& [when, is_pinged] : {std::pair(Ping::Auto, false), std::pair(Ping::On, true)}) {
        FakeAgents agents;
        agents.manners.first = {.protocol = Protocol::Uai, .ping = when};
        for (int turn = 0; turn < PingHabit::kInARow; ++turn) {
            agents.ping_habits.first.pinged(20us);
        }
        agents.ready.first.elapsed = 3ms;
        agents.answers = {{"bestmove b7", 5ms}, {"MOVE 7 1 7 2", 7ms}, {Stopped{}}};
        const GameRecord record = play(job_, agents);
        EXPECT_EQ(agents.questions[0].message.starts_with("position fen x5o"), !is_pinged);
        EXPECT_EQ(record.pings.agent1.count, is_pinged ? 2U : 0U);
    }
}

TEST_F(PlayUai, engine_that_has_become_slow_is_pinged_again) {
    agents_.ready.first.elapsed = 2ms;
    for (int turn = 0; turn < PingHabit::kInARow; ++turn) {
        agents_.ping_habits.first.pinged(20us);
    }
    for (int turn = 0; turn < PingHabit::kTurnsBetween; ++turn) {
        EXPECT_FALSE(agents_.ping_habits.first.is_due());
    }
    EXPECT_EQ(play_two_turns().pings.agent1.count, 2U);
}

TEST_F(PlayUai, time_until_readyok_is_written_down_and_not_charged) {
    agents_.ready.first.elapsed = 3ms;
    const GameRecord record = play_two_turns();
    EXPECT_EQ(record.pings.agent1, (MostAndSum{.most = 3ms, .sum = 6ms, .count = 2}))
        << "two turns were prepared";
    EXPECT_EQ(record.pings.agent2, MostAndSum());
    EXPECT_EQ(record.used.agent1, 5ms);
}

TEST_F(PlayUai, most_processor_time_in_a_turn_is_written_down_for_a_time_for_each_move) {
    job_.limits.time.agent1 = 50ms;
    job_.limits.time.agent1.kind = LimitKind::Move;
    const auto turn = [](const char* said, std::chrono::nanoseconds cpu) {
        return FakeAgents::Answer{said, 20ms, {.watched = 20ms, .cpu = cpu}};
    };
    agents_.answers = {
        turn("bestmove b7", 19ms), turn("MOVE 7 1 7 2", 18ms), turn("bestmove c7", 17ms), {Stopped{}}};
    const GameRecord record = play(job_, agents_);
    EXPECT_EQ(record.most_cpu, (PerPlayer<std::chrono::nanoseconds>{19ms, 0ms}));
}

TEST_F(PlayUai, reason_of_a_fault_has_what_was_asked_and_the_position) {
    const GameRecord record = play_two_turns("bestmove h9");
    EXPECT_EQ(record.termination, Termination::ProtocolError);
    EXPECT_EQ(record.fault->reason,
              "sent 'bestmove h9', which names no move (go btime 10000 wtime 10000 binc 0 winc 0 on "
              "x5o/7/7/7/7/7/o5x x 0 1)");
}

TEST_F(PlayUai, processes_are_kept_where_both_may_play_on) {
    job_.keeps = {true, true};
    agents_.ready.second = {"OK GAMES"};
    job_.limits.turns = 2;
    agents_.answers = {{"bestmove b7", 5ms}, {"MOVE 7 1 7 2", 7ms}};
    static_cast<void>(play(job_, agents_));
    EXPECT_EQ(agents_.kept, (PerSide<bool>{true, true}));
    EXPECT_THAT(agents_.last_words, ElementsAre(PerSide<std::string>{"", ""}));
}

TEST_F(PlayUai, a_process_at_fault_is_not_kept_and_the_other_is) {
    job_.keeps = {true, true};
    agents_.ready.second = {"OK GAMES"};
    agents_.answers = {{"bestmove h9", 5ms}};
    static_cast<void>(play(job_, agents_));
    EXPECT_EQ(agents_.kept, (PerSide<bool>{false, true}));
    EXPECT_THAT(agents_.last_words, ElementsAre(PerSide<std::string>{"quit\n", ""}));
}

TEST_F(PlayUai, native_agent_plays_on_with_a_new_seed) {
    job_.keeps = {true, true};
    job_.seeds = {7, 8};
    agents_.new_processes = {false, false};
    agents_.ready.second = {"OK GAMES CLOCK"};
    play_two_turns();
    EXPECT_EQ(agents_.ready_messages[0].second, "SEED 8\nREADY SECOND\n");
    EXPECT_EQ(agents_.questions[1].message, "CLOCK 0 0\nOPP 1 1 1 2 5\nTURN 10000 9995\n");
}

TEST_F(PlayUai, process_that_died_since_its_last_game_is_replaced_without_a_fault) {
    agents_.new_processes = {false, true};
    agents_.ready.first = {kGone};
    agents_.may_be_replaced = true;
    // The new process dies too, which is a fault.
    const GameRecord record = play(job_, agents_);
    EXPECT_TRUE(agents_.replaced.first);
    EXPECT_EQ(agents_.ready_messages[0].first, "uainewgame\nisready\n");
    EXPECT_EQ(agents_.ready_messages[1].first, "uai\n");
    EXPECT_EQ(record.termination, Termination::Crashed);
}

/// Agent 1 is a UCI engine and plays first.
class PlayUci : public PlayUai {
  protected:
    PlayUci() {
        agents_.manners.first.protocol = Protocol::Uci;
        agents_.about.first = {kListed};
    }

    [[nodiscard]] std::string refusal() {
        try {
            play_two_turns();
        } catch (const UserError& error) {
            return error.what();
        }
        return "none";
    }

    const std::vector<std::string> kListed{
        "option name hash type spin default 16 min 1 max 64",
        "option name Threads type spin default 1 min 1 max 8",
        "option name Book type string default book.bin",
        "option name Clear Hash type button",
        "option name VariantPath type string default <empty>",
        "option name UCI_Variant type combo default chess var chess var ataxx",
    };
};

TEST_F(PlayUci, engine_is_told_the_game_behind_its_options_and_threads_first) {
    agents_.manners.first.options = {{"Hash", "16"}, {"Book", ""}, {"Clear Hash", ""}, {"threads", "2"}};
    play_two_turns();
    ASSERT_GE(agents_.ready_messages.size(), 4U);
    EXPECT_EQ(agents_.ready_messages[0].first, "uci\n");
    EXPECT_EQ(agents_.ready_messages[1].first,
              "setoption name Threads value 2\nsetoption name hash value 16\nsetoption name Book value \n"
              "setoption name Clear Hash\nsetoption name UCI_Variant value ataxx\nisready\n");
    EXPECT_EQ(agents_.ready_messages[2].first, "ucinewgame\nisready\n");
    EXPECT_EQ(agents_.ready_messages[3].first, "position fen P5p/7/7/7/7/7/p5P w - - 0 1\nisready\n");
}

TEST_F(PlayUci, engine_is_asked_again_behind_the_file_of_its_variants) {
    agents_.about.first = {{kListed.begin(), kListed.end() - 1}, kListed};
    agents_.manners.first.options = {{"Hash", "16"}, {"variantpath", "v.ini"}};
    play_two_turns();
    ASSERT_GE(agents_.ready_messages.size(), 3U);
    EXPECT_EQ(agents_.ready_messages[0].first, "uci\n");
    EXPECT_EQ(agents_.ready_messages[1].first, "setoption name VariantPath value v.ini\nuci\n");
    EXPECT_EQ(agents_.ready_messages[2].first,
              "setoption name hash value 16\nsetoption name UCI_Variant value ataxx\nisready\n");
}

TEST_F(PlayUci, engine_that_lists_no_such_game_is_refused) {
    agents_.about.first = {{"option name UCI_Variant type combo default chess var chess"}};
    EXPECT_EQ(refusal(), "agent1: plays no ataxx: UCI_Variant has no ataxx; set option.VariantPath to a file "
                         "that defines it");
}

TEST_F(PlayUci, name_of_the_game_is_that_of_the_user) {
    agents_.manners.first.variant = "chess";
    play_two_turns();
    EXPECT_EQ(agents_.ready_messages[1].first, "setoption name UCI_Variant value chess\nisready\n");
}

TEST_F(PlayUci, nothing_is_said_of_the_game_to_an_engine_without_the_option) {
    agents_.about.first = {{"id name x"}};
    play_two_turns();
    EXPECT_EQ(agents_.ready_messages[1].first, "isready\n");
}

TEST_F(PlayUci, engine_without_the_option_that_fails_at_once_may_be_one_for_chess) {
    constexpr const char* kHint = "; it lists no UCI_Variant: an engine for chess needs --game chess";
    EXPECT_THAT(play_two_turns("bestmove e2e4").fault->reason, Not(HasSubstr(kHint)));
    FakeAgents another;
    another.manners = agents_.manners;
    another.about.first = {{"id name x"}};
    another.answers = {{"bestmove e2e4"}};
    EXPECT_THAT(play(job_, another).fault->reason, testing::EndsWith(kHint));
}

TEST_F(PlayUci, game_is_not_said_again_when_the_user_says_it) {
    agents_.manners.first.options = {{"uci_variant", "chess"}};
    play_two_turns();
    EXPECT_EQ(agents_.ready_messages[1].first, "setoption name UCI_Variant value chess\nisready\n");
}

TEST_F(PlayUci, engine_that_is_another_one_in_a_later_game_is_at_fault) {
    agents_.manners.first.options = {{"Hash", "65"}};
    job_.id = 2;
    const GameRecord record = play_two_turns();
    ASSERT_TRUE(record.fault);
    EXPECT_EQ(record.termination, Termination::ProtocolError);
    EXPECT_THAT(record.fault->reason, HasSubstr("option 'Hash' is '65', but must be"));
}

TEST_F(PlayUci, option_that_does_not_fit_is_refused) {
    agents_.manners.first.options = {{"Hash", "65"}};
    EXPECT_THAT(refusal(),
                HasSubstr("agent1: option 'Hash' is '65', but must be a whole number from 1 to 64"));
}

TEST_F(PlayUci, agent_of_a_tuning_has_no_number_when_it_is_refused) {
    agents_.manners.first.options = {{"Hash", "65"}};
    job_.tune.emplace();
    EXPECT_THAT(refusal(), ::testing::StartsWith("agent: option 'Hash' is '65'"));
}

TEST_F(PlayUci, white_is_the_first_player_and_moves_are_those_of_the_variant) {
    const GameRecord record = play_two_turns("bestmove P@b7 ponder a1");
    EXPECT_EQ(agents_.questions[0].message, "go wtime 10000 btime 10000 winc 0 binc 0\n");
    ASSERT_FALSE(record.moves.empty());
    EXPECT_EQ(record.moves[0].numbers, (MoveNumbers{1, 1, 1, 2}));
}

TEST_F(PlayUci, reason_of_a_fault_has_the_position_as_the_engine_got_it) {
    const GameRecord record = play_two_turns("bestmove (none)");
    ASSERT_TRUE(record.fault);
    EXPECT_EQ(record.termination, Termination::IllegalMove);
    EXPECT_EQ(record.fault->reason,
              "gave no move: there are 16 legal ones (go wtime 10000 btime 10000 winc 0 "
              "binc 0 on P5p/7/7/7/7/7/p5P w - - 0 1)");
}

/// A UCI engine of chess plays first, and a native agent second.
class PlayChess : public PlayUai {
  protected:
    PlayChess() {
        agents_.manners.first.protocol = Protocol::Uci;
        agents_.ready.second = {"OK FEN OPENING"};
        job_.rules = Game::Chess;
        job_.limits.turns = 12'000;
    }

    /// The first lines that the engine is told before its turns, while both move their rooks to and fro.
    [[nodiscard]] std::vector<std::string> positions_told(const std::vector<std::string>& moves) {
        for (std::size_t i = 0; i < moves.size(); ++i) {
            agents_.answers.push_back({i % 2 == 0 ? "bestmove " + moves[i] : "MOVE " + moves[i], 5ms});
        }
        agents_.answers.push_back({Stopped{}});
        static_cast<void>(play(job_, agents_));
        std::vector<std::string> told;
        for (const PerSide<std::string>& messages : agents_.ready_messages) {
            if (messages.first.starts_with("position")) {
                told.push_back(messages.first);
            }
        }
        return told;
    }

    [[nodiscard]] std::string refusal() {
        try {
            static_cast<void>(positions_told({"e2e4"}));
        } catch (const UserError& error) {
            return error.what();
        }
        return "none";
    }
};

TEST_F(PlayChess, engine_is_told_all_moves_since_the_start) {
    EXPECT_THAT(positions_told({"e2e4"}), ElementsAre("position startpos\nisready\n"));
}

TEST_F(PlayChess, text_of_the_moves_grows) {
    EXPECT_THAT(positions_told({"e2e4", "57 55 0", "e1e2", "58 57 0"}),
                ElementsAre("position startpos\nisready\n", "position startpos moves e2e4 e7e5\nisready\n",
                            "position startpos moves e2e4 e7e5 e1e2 e8e7\nisready\n"));
    EXPECT_EQ(agents_.questions[2].message, "go wtime 9995 btime 9995 winc 0 binc 0\n");
}

TEST_F(PlayChess, wrong_lines_are_counted_for_their_engine) {
    const auto said = [&](const char* answer, std::optional<engine::Score> score, const char* line) {
        engine::SearchInfo info;
        info.score = score;
        info.pv = line;
        agents_.answers.push_back({.what = answer, .info = info});
    };
    said("bestmove e2e4", engine::Score{30}, "e2e4 e7e5 e4e5");
    said("MOVE 57 55 0", std::nullopt, "");
    said("bestmove e1e2", engine::Score{1, true}, "e1e2 e8e7");
    said("MOVE 58 57 0", std::nullopt, "");
    said("bestmove e2e1", engine::Score{-2, true}, "e2e1 e7e8");
    agents_.answers.push_back({Stopped{}});
    const GameRecord record = play(job_, agents_);
    EXPECT_EQ(record.bad_pv, (PerPlayer<int>{1, 0}));
    EXPECT_EQ(record.bad_mate, (PerPlayer<int>{2, 0}));
    EXPECT_EQ(parse_record(to_json_line(record)).bad_mate, record.bad_mate);
}

TEST_F(PlayChess, mate_that_is_only_a_bound_needs_no_whole_line) {
    engine::SearchInfo info;
    info.score = engine::Score{1, true};
    info.is_bound = true;
    info.pv = "e2e4";
    agents_.answers.push_back({.what = "bestmove e2e4", .info = info});
    agents_.answers.push_back({Stopped{}});
    EXPECT_EQ(play(job_, agents_).bad_mate, (PerPlayer<int>{0, 0}));
}

TEST_F(PlayChess, without_pings_the_moves_go_with_go) {
    agents_.manners.first.ping = Ping::Off;
    static_cast<void>(positions_told({"e2e4", "57 55 0"}));
    EXPECT_EQ(agents_.questions[2].message,
              "position startpos moves e2e4 e7e5\ngo wtime 9995 btime 9995 winc 0 binc 0\n");
}

TEST_F(PlayChess, opening_is_told_as_its_moves_or_as_its_position) {
    job_.opening = {{52, 54, 0}, {57, 55, 0}};
    EXPECT_THAT(positions_told({"d2d4"}), ElementsAre("position startpos moves e2e4 e7e5\nisready\n"));
}

TEST_F(PlayChess, start_by_fen_has_no_moves_before_it) {
    job_.start = read_start(Game::Chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20");
    EXPECT_THAT(positions_told({"e1g1", "58 18 0"}),
                ElementsAre("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20\nisready\n",
                            "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20 moves e1g1 e8c8\nisready\n"));
}

TEST_F(PlayChess, rules_of_960_need_their_option) {
    job_.rules = Game::Chess960;
    agents_.about.first = {{"option name UCI_Chess960 type check default false"}};
    EXPECT_THAT(
        positions_told({"e2e4"}),
        ElementsAre("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1\nisready\n"));
    EXPECT_EQ(agents_.ready_messages[1].first, "setoption name UCI_Chess960 value true\nisready\n");
}

TEST_F(PlayChess, engine_without_the_option_is_refused) {
    job_.rules = Game::Chess960;
    agents_.about.first = {{"option name Hash type spin min 1 max 2"}};
    EXPECT_EQ(refusal(), "agent1: plays no chess960: it lists no option UCI_Chess960");
}

TEST_F(PlayChess, engine_that_would_play_by_rules_of_960_in_another_game_is_refused) {
    agents_.about.first = {{"option name UCI_Chess960 type check default false"}};
    agents_.manners.first.options = {{"uci_chess960", "true"}};
    EXPECT_EQ(refusal(),
              "agent1: option 'uci_chess960' is 'true', but it follows from --rules; leave it out");
}

TEST_F(PlayChess, engine_that_would_play_by_other_rules_in_a_game_of_960_is_refused) {
    job_.rules = Game::Chess960;
    agents_.about.first = {{"option name UCI_Chess960 type check default false"}};
    agents_.manners.first.options = {{"UCI_Chess960", "false"}};
    EXPECT_EQ(refusal(),
              "agent1: option 'UCI_Chess960' is 'false', but it follows from --rules; leave it out");
}

TEST_F(PlayChess, option_that_says_the_rules_once_more_is_sent) {
    agents_.about.first = {{"option name UCI_Chess960 type check default false"}};
    agents_.manners.first.options = {{"UCI_Chess960", "false"}};
    EXPECT_EQ(refusal(), "none");
    EXPECT_EQ(agents_.ready_messages[1].first, "setoption name UCI_Chess960 value false\nisready\n");
}

} // namespace
} // namespace referee
