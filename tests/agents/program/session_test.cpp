#include "agents/program/games.hpp"
#include "agents/program/session.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace search {

namespace {

using namespace ataxx;
using std::chrono::milliseconds;

/// A game served from `input`: the exit status, the standard output and error of the agent, and what it was
/// asked for on each turn.
struct Served {
    int status = -1;
    std::string said;
    std::string complaint;
    std::vector<Position> positions;
    std::vector<milliseconds> left;
    std::vector<milliseconds> increments;
    std::vector<milliseconds> times_of_moves;
    std::vector<std::uint64_t> seeds; ///< of each game

    explicit Served(const std::string& input) {
        std::ios::sync_with_stdio(false); // as serve() does: streams keep the buffers that they get later
        std::istringstream in(input);
        std::ostringstream err;
        auto* const cin_before = std::cin.rdbuf(in.rdbuf());
        auto* const cerr_before = std::cerr.rdbuf(err.rdbuf());
        std::cin.clear();
        testing::internal::CaptureStdout();
        Seeds seed_of_game(1);
        status = serve(AllGames(), seed_of_game, [&]<class G>(G) {
            seeds.push_back(seed_of_game.seed());
            return [&](const typename G::Position& position, const OwnClock& clock) {
                if constexpr (std::same_as<G, Ataxx>) {
                    positions.push_back(position);
                }
                left.push_back(clock.left);
                increments.push_back(clock.increment);
                times_of_moves.push_back(clock.move);
                return G::moves(position)[0];
            };
        });
        said = testing::internal::GetCapturedStdout();
        std::cin.rdbuf(cin_before);
        std::cerr.rdbuf(cerr_before);
        complaint = err.str();
    }
};

Move move_of(int x1, int y1, int x2, int y2) {
    return Move(*Square::at(x1, y1), *Square::at(x2, y2));
}

TEST(Session, first_player_moves_and_follows_the_answers) {
    const Served game(
        "READY FIRST\nTURN 10000 10000\nOPP 1 7 1 6 3\nTURN 9999 9997\nOPP 7 1 7 2 0\nFINISH\n");
    EXPECT_EQ(game.status, 0);
    EXPECT_EQ(game.said, "OK OPENING FEN GAMES CLOCK\nMOVE 1 1 1 2\nMOVE 1 1 2 1\n");
    EXPECT_EQ(game.complaint, "");
    ASSERT_EQ(game.positions.size(), 2U);
    EXPECT_EQ(game.positions[0], Position());
    EXPECT_EQ(game.positions[1], Position().after(move_of(1, 1, 1, 2)).after(move_of(1, 7, 1, 6)));
}

TEST(Session, second_player_waits_for_the_first_move) {
    const Served game("READY SECOND\nOPP 1 1 3 3 12345\nTURN 10000 0\nFINISH\n");
    EXPECT_EQ(game.status, 0);
    EXPECT_EQ(game.said, "OK OPENING FEN GAMES CLOCK\nMOVE 1 7 1 6\n");
    ASSERT_EQ(game.positions.size(), 1U);
    EXPECT_EQ(game.positions[0], Position().after(move_of(1, 1, 3, 3)));
}

TEST(Session, time_left_is_the_first_number_of_turn) {
    using namespace std::chrono_literals;
    EXPECT_EQ(time_left("TURN 9876 10000"), 9876ms);
    EXPECT_EQ(time_left("TURN 0 1"), 0ms);
    EXPECT_EQ(time_left("OPP 1 1 1 2 30"), std::nullopt);
    EXPECT_EQ(time_left("TURNS 1 1"), std::nullopt);
    for (const char* wrong :
         {"TURN ", "TURN 1", "TURN 1 ", "TURN 1 x", "TURN 1 1x", "TURN -1 1", "TURN 1 -1", "TURN 1 1 1"}) {
        EXPECT_EQ(time_left(wrong), std::nullopt) << wrong;
    }
}

TEST(Session, agent_is_told_what_is_left_on_its_clock) {
    const Served game("READY FIRST\nTURN 512 10000\nFINISH\n");
    EXPECT_EQ(game.status, 0);
    EXPECT_EQ(game.left, std::vector{milliseconds(512)});
    EXPECT_EQ(game.said, "OK OPENING FEN GAMES CLOCK\nMOVE 1 1 1 2\n");
}

TEST(Session, ready_alone_begins_another_game_with_the_same_seed) {
    const Served game("READY FIRST\nTURN 1 1\nREADY FIRST\nTURN 1 1\n");
    ASSERT_EQ(game.positions.size(), 2U);
    EXPECT_EQ(game.positions[1], Position());
}

TEST(Session, another_game_brings_its_seed_and_another_player) {
    const Served games(
        "READY FIRST\nTURN 1 1\nSEED 18446744073709551615\nREADY SECOND\nOPP 1 1 3 3 0\nTURN 1 1\n"
        "SEED 3\nREADY FIRST connect-four\nTURN 1 1\nFINISH\n");
    EXPECT_EQ(games.status, 0);
    EXPECT_EQ(games.seeds, (std::vector<std::uint64_t>{1, 18446744073709551615U, 3}));
    EXPECT_EQ(games.said,
              "OK OPENING FEN GAMES CLOCK\nMOVE 1 1 1 2\nOK OPENING FEN GAMES CLOCK\nMOVE 1 7 1 6\n"
              "OK OPENING FEN GAMES CLOCK\nMOVE 1\n");
    EXPECT_EQ(games.complaint, "");
}

TEST(Session, seed_is_followed_by_ready) {
    for (const std::string after : {"TURN 1 1", "SEED 2", "FINISH", "SEED x"}) {
        const Served game("READY FIRST\nSEED 1\n" + after + "\n");
        EXPECT_EQ(game.status, 1) << after;
        EXPECT_EQ(game.complaint, "unknown message '" + after + "'\n");
    }
    EXPECT_EQ(Served("READY FIRST\nSEED 1\n").status, 0);
}

TEST(Session, agent_is_told_its_increment_or_its_time_for_each_move) {
    const Served game("READY FIRST\nOPENING 0\nCLOCK 100 0\nTURN 9 9\nSEED 2\nREADY FIRST\nCLOCK 0 50\n"
                      "TURN 50 50\nSEED 3\nREADY FIRST\nTURN 8 8\n");
    EXPECT_EQ(game.left, (std::vector{milliseconds(9), milliseconds(50), milliseconds(8)}));
    EXPECT_EQ(game.increments, (std::vector{milliseconds(100), milliseconds(0), milliseconds(0)}));
    EXPECT_EQ(game.times_of_moves, (std::vector{milliseconds(0), milliseconds(50), milliseconds(0)}));
    for (const std::string clock : {"CLOCK 1", "CLOCK 1 x", "CLOCK 1 2 3", "CLOCK -1 2", "CLOCK"}) {
        EXPECT_EQ(Served("READY FIRST\n" + clock + "\n").complaint, "unknown message '" + clock + "'\n");
    }
}

TEST(Session, nothing_is_said_after_finish) {
    const Served game("READY FIRST\nFINISH\nTURN 1 1\n");
    EXPECT_EQ(game.status, 0);
    EXPECT_EQ(game.said, "OK OPENING FEN GAMES CLOCK\n");
}

TEST(Session, end_of_input_ends_the_game) {
    EXPECT_EQ(Served("").status, 0);
    const Served game("READY FIRST\n");
    EXPECT_EQ(game.status, 0);
    EXPECT_EQ(game.said, "OK OPENING FEN GAMES CLOCK\n");
}

TEST(Session, opening_is_on_the_board_before_the_first_turn) {
    const Position opened = Position().after(move_of(1, 1, 1, 2)).after(move_of(1, 7, 3, 6));
    const Served first("READY FIRST\nOPENING 2 1 1 1 2 1 7 3 6\nTURN 10000 10000\nFINISH\n");
    EXPECT_EQ(first.status, 0);
    EXPECT_EQ(first.said, "OK OPENING FEN GAMES CLOCK\nMOVE 1 1 2 1\n");
    EXPECT_EQ(first.positions, std::vector{opened});
    const Served second("READY SECOND\nOPENING 2 1 1 1 2 1 7 3 6\nOPP 7 7 6 6 5\nTURN 10000 9995\nFINISH\n");
    EXPECT_EQ(second.status, 0);
    EXPECT_EQ(second.positions, std::vector{opened.after(move_of(7, 7, 6, 6))});
    EXPECT_EQ(second.complaint, "");
}

TEST(Session, after_an_odd_opening_the_second_player_moves_first) {
    const Served second("READY SECOND\nOPENING 1 1 1 2 2\nTURN 10000 10000\n");
    EXPECT_EQ(second.said, "OK OPENING FEN GAMES CLOCK\nMOVE 1 7 1 6\n");
    const Served first("READY FIRST\nOPENING 1 1 1 2 2\nOPP 1 7 1 6 3\nTURN 10000 9997\n");
    ASSERT_EQ(first.positions.size(), 1U);
    EXPECT_EQ(first.positions[0], Position().after(move_of(1, 1, 2, 2)).after(move_of(1, 7, 1, 6)));
}

TEST(Session, opening_without_moves_is_the_start) {
    const Served game("READY FIRST\nOPENING 0\nTURN 1 1\n");
    EXPECT_EQ(game.status, 0);
    EXPECT_EQ(game.positions, std::vector{Position()});
}

TEST(Session, malformed_opening_is_refused) {
    for (const std::string opening :
         {"OPENING ", "OPENING x", "OPENING -1", "OPENING 1", "OPENING 1 1 1 1", "OPENING 1 1 1 1 2 3",
          "OPENING 1 1 1 1 2 ", "OPENING 2 1 1 1 2", "OPENING 2 1 1 1 2 1 1 1 3", "OPENING 1 1 7 1 6",
          "OPENING 1 1 1 1 4", "OPENING 1 -1 -1 -1 -1", "OPENING 99999999999 1 1 1 2", "OPENING +1 1 1 1 2",
          "OPENING 0 1 1 1 2", "OPENING 11 1 1 2"}) {
        const Served game("READY FIRST\n" + opening + "\nTURN 1 1\n");
        EXPECT_EQ(game.status, 1) << opening;
        EXPECT_EQ(game.said, "OK OPENING FEN GAMES CLOCK\n") << opening;
        EXPECT_EQ(game.complaint, "cannot make the moves in '" + opening + "'\n");
    }
}

TEST(Session, position_of_fen_is_on_the_board_before_the_first_turn) {
    const std::string fen = "xx4o/7/7/7/3x3/7/o5x o 0 4";
    const Served second("READY SECOND\nFEN " + fen + "\nTURN 10000 10000\n");
    EXPECT_EQ(second.said, "OK OPENING FEN GAMES CLOCK\nMOVE 1 7 1 6\n");
    ASSERT_EQ(second.positions.size(), 1U);
    EXPECT_EQ(second.positions[0], parse_fen(fen).position);
    const Served first("READY FIRST\nFEN " + fen + "\nOPP 1 7 1 6 3\nTURN 10000 9997\n");
    ASSERT_EQ(first.positions.size(), 1U);
    EXPECT_EQ(first.positions[0], parse_fen(fen).position.after(move_of(1, 7, 1, 6)));
    EXPECT_EQ(Served("READY SECOND connect-four\nFEN 7/7/7/7/7/3r3 y 1\nTURN 1 1\n").status, 0);
}

TEST(Session, fen_of_no_position_or_not_straight_after_ok_is_refused) {
    for (const std::string fen :
         {"FEN ", "FEN x", "FEN x5o/7/7/7/7/7/o5 x 0 1", "FEN x6/7/7/7/7/7/6x x 0 1"}) {
        const Served game("READY FIRST\n" + fen + "\nTURN 1 1\n");
        EXPECT_EQ(game.status, 1) << fen;
        EXPECT_EQ(game.complaint, "cannot read the position in '" + fen + "'\n");
        EXPECT_TRUE(game.positions.empty());
    }
    const std::string fen = "FEN x5o/7/7/7/7/7/o5x x 0 1";
    EXPECT_EQ(Served("READY FIRST\nTURN 1 1\n" + fen + "\n").complaint, "unknown message '" + fen + "'\n");
    EXPECT_EQ(Served("READY FIRST\nOPENING 0\n" + fen + "\n").complaint, "unknown message '" + fen + "'\n");
}

TEST(Session, opening_that_does_not_follow_ok_at_once_is_refused) {
    for (const std::string before :
         {"", "READY FIRST\nOPENING 0\n", "READY FIRST\nTURN 1 1\n", "READY SECOND\nOPP 1 1 1 2 0\n"}) {
        const Served game(before + "OPENING 0\n");
        EXPECT_EQ(game.status, 1) << before;
        EXPECT_EQ(game.complaint, "unknown message 'OPENING 0'\n");
    }
}

TEST(Session, move_that_cannot_be_made_is_refused) {
    for (const std::string opp :
         {"OPP 1 1 1 1 0", "OPP 1 1 1 4 0", "OPP 1 7 1 6 0", "OPP 0 0 1 1 0", "OPP -1 -1 -1 -1 0",
          "OPP 1 1 1 2", "OPP 1 1 1 2 3 4", "OPP 1 1 1 2 x", "OPP 1 1 1 2 ", "OPP x", "OPP "}) {
        const Served game("READY SECOND\n" + opp + "\nTURN 1 1\n");
        EXPECT_EQ(game.status, 1) << opp;
        EXPECT_EQ(game.said, "OK OPENING FEN GAMES CLOCK\n") << opp;
        EXPECT_EQ(game.complaint, "cannot make the move in '" + opp + "'\n");
    }
}

TEST(Session, the_game_of_ready_is_played) {
    const Served columns("READY FIRST connect-four\nTURN 10 10\nOPP 4 3\nTURN 9 7\nFINISH\n");
    EXPECT_EQ(columns.status, 0);
    EXPECT_EQ(columns.said, "OK OPENING FEN GAMES CLOCK\nMOVE 1\nMOVE 1\n");
    EXPECT_TRUE(columns.positions.empty()) << "not Ataxx";
    const Served squares("READY SECOND tic-tac-toe\nOPENING 2 1 1 2 2\nOPP 1 2 3\nTURN 9 7\nFINISH\n");
    EXPECT_EQ(squares.said, "OK OPENING FEN GAMES CLOCK\nMOVE 1 3\n");
    EXPECT_EQ(Served("READY FIRST ataxx\nTURN 1 1\n").said, "OK OPENING FEN GAMES CLOCK\nMOVE 1 1 1 2\n");
}

TEST(Session, moves_of_another_game_cannot_be_made) {
    for (const char* opp : {"OPP 1 1 1 2 5", "OPP 8 5", "OPP 4"}) {
        const Served game("READY SECOND connect-four\n" + std::string(opp) + "\n");
        EXPECT_EQ(game.status, 1);
        EXPECT_EQ(game.complaint, "cannot make the move in '" + std::string(opp) + "'\n");
    }
}

TEST(Session, a_game_that_is_not_played_ends_the_agent_before_ok) {
    for (const char* name : {"checkers", "", "Ataxx", "connect-four "}) {
        const Served game("READY FIRST " + std::string(name) + "\nTURN 1 1\n");
        EXPECT_EQ(game.status, 1);
        EXPECT_EQ(game.said, "");
        EXPECT_EQ(game.complaint, "this agent plays ataxx, connect-four, tic-tac-toe, chess, and not '" +
                                      std::string(name) + "'\n");
    }
}

TEST(Session, unknown_message_is_refused) {
    for (const std::string message :
         {"READY", "READY THIRD", "OPENING", "OPENINGS 0", "ready first", "TURN", "TURN ", "TURN x 1",
          "TURN 1", "TURN -1 1", "TURN 1x 1", "TURN 99999999999999999999 1", "FINISHED", "", "HELLO"}) {
        const Served game(message + "\nREADY FIRST\n");
        EXPECT_EQ(game.status, 1) << message;
        EXPECT_EQ(game.said, "") << message;
        EXPECT_EQ(game.complaint, "unknown message '" + message + "'\n");
    }
}

} // namespace

namespace {

using namespace std::chrono_literals;
using std::chrono::microseconds;

TEST(ThinkingTime, follows_the_article_while_much_time_is_left) {
    const struct {
        milliseconds left;
        microseconds expected;
    } rows[]{{10'000ms, 150ms}, {3'060ms, 150ms}, {1'149ms, 10ms}, {260ms, 10ms}};
    for (const auto& row : rows) {
        EXPECT_EQ(thinking_time(row.left, kMoveTime), row.expected) << row.left.count();
    }
}

TEST(ThinkingTime, is_at_most_a_twentieth_of_what_is_above_the_reserve) {
    const struct {
        milliseconds left;
        milliseconds wanted;
        microseconds expected;
    } rows[]{{3'059ms, 150ms, 149'950us}, {1'150ms, 150ms, 54'500us}, {10'000ms, 5'000ms, 497'000us},
             {259ms, 150ms, 9'950us},     {100ms, 150ms, 2ms},        {80ms, 150ms, 1ms},
             {61ms, 150ms, 50us},         {60ms, 150ms, 0us},         {59ms, 150ms, 0us},
             {1ms, 150ms, 0us},           {0ms, 150ms, 0us},          {10'000ms, 20ms, 20ms},
             {1'149ms, 5ms, 5ms},         {1'149ms, 20ms, 10ms}};
    for (const auto& row : rows) {
        EXPECT_EQ(thinking_time(row.left, row.wanted), row.expected) << row.left.count();
    }
}

TEST(ThinkingTime, without_a_wanted_time_is_a_twentieth_of_what_is_above_the_reserve) {
    EXPECT_EQ(thinking_time(10'000ms, {}), 497ms);
    EXPECT_EQ(thinking_time(1'000ms, {}), 47ms);
    EXPECT_EQ(thinking_time(30ms, {}), 0us);
}

// 200 turns. Each is charged 100 us more than the agent thought, for the way of the messages.
TEST(ThinkingTime, leaves_time_at_the_end_of_the_longest_game) {
    for (const milliseconds budget : {10'000ms, 1'000ms, 100ms}) {
        for (const milliseconds wanted : {1ms, 10ms, 150ms, 100'000ms}) {
            microseconds left = budget;
            for (int turn = 0; turn < 200; ++turn) {
                left -= thinking_time(std::chrono::floor<milliseconds>(left), wanted) + 100us;
            }
            EXPECT_GT(left, 38ms) << budget.count() << ' ' << wanted.count();
        }
    }
}

TEST(FixedDepthTime, is_half_of_what_is_above_the_reserve) {
    EXPECT_EQ(fixed_depth_time(10'000ms), 4'970ms);
    EXPECT_EQ(fixed_depth_time(100ms), 20ms);
    EXPECT_EQ(fixed_depth_time(60ms), 0ms);
    EXPECT_EQ(fixed_depth_time(0ms), 0ms);
}

// At 150 ms and 10 ms a move 10 s are used up in 160 moves.
TEST(ThinkingTime, by_the_articles_rule_alone_runs_out) {
    milliseconds left = 10'000ms;
    int moves = 0;
    for (; left > 0ms; ++moves) {
        left -= left < kHurryBelow ? kHurriedMoveTime : kMoveTime;
    }
    EXPECT_LT(moves, 200);
}

} // namespace

} // namespace search
