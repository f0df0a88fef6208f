#include "referee/game/review/review.hpp"
#include "referee/rules/ataxx/position.hpp"
#include "referee/rules/games.hpp"
#include "tests/referee/game/playouts.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace referee {

using namespace ataxx;
namespace {

constexpr BoardStyle kPlain{};
constexpr BoardStyle kUnicode{.colour = false, .unicode = true};
constexpr BoardStyle kColour{.colour = true, .unicode = false};

/// X stands on (2,2), (2,3) and (4,4), O on (1,1) and (4,1); O is to move.
const Position kBefore = parse_fen("x6/1oo4/7/x2o3/7/7/7 x").position;
constexpr MoveNumbers kClone{1, 1, 1, 2};
constexpr MoveNumbers kJump{4, 1, 3, 3};

std::string drawn(const MoveNumbers& move, const BoardStyle& style) {
    return board_text(draw(kBefore, move), style);
}

TEST(BoardText, the_start_as_the_protocol_numbers_its_squares) {
    EXPECT_EQ(board_text(draw(Position()), kPlain), " x\\y 1  2  3  4  5  6  7\n"
                                                    "  1  O  .  .  .  .  .  X  7\n"
                                                    "  2  .  .  .  .  .  .  .  6\n"
                                                    "  3  .  .  .  .  .  .  .  5\n"
                                                    "  4  .  .  .  .  .  .  .  4\n"
                                                    "  5  .  .  .  .  .  .  .  3\n"
                                                    "  6  .  .  .  .  .  .  .  2\n"
                                                    "  7  X  .  .  .  .  .  O  1\n"
                                                    "     a  b  c  d  e  f  g\n");
}

TEST(BoardText, x_is_the_row_and_y_the_column) {
    const Position position(Bitboard(*Square::at(2, 5)), Bitboard(*Square::at(6, 3)), Side::First);
    EXPECT_EQ(board_text(draw(position), kPlain), " x\\y 1  2  3  4  5  6  7\n"
                                                  "  1  .  .  .  .  .  .  .  7\n"
                                                  "  2  .  .  .  .  O  .  .  6\n"
                                                  "  3  .  .  .  .  .  .  .  5\n"
                                                  "  4  .  .  .  .  .  .  .  4\n"
                                                  "  5  .  .  .  .  .  .  .  3\n"
                                                  "  6  .  .  X  .  .  .  .  2\n"
                                                  "  7  .  .  .  .  .  .  .  1\n"
                                                  "     a  b  c  d  e  f  g\n");
}

TEST(BoardText, every_game_has_the_names_of_protocol_and_records) {
    EXPECT_EQ(board_text(draw(Board(Game::ConnectFour)), kPlain), "     .  .  .  .  .  .  .  6\n"
                                                                  "     .  .  .  .  .  .  .  5\n"
                                                                  "     .  .  .  .  .  .  .  4\n"
                                                                  "     .  .  .  .  .  .  .  3\n"
                                                                  "     .  .  .  .  .  .  .  2\n"
                                                                  "     .  .  .  .  .  .  .  1\n"
                                                                  "     1  2  3  4  5  6  7\n"
                                                                  "     a  b  c  d  e  f  g\n");
    EXPECT_EQ(board_text(draw(Board(Game::TicTacToe)), kPlain), " r\\c 1  2  3\n"
                                                                "  1  .  .  .  3\n"
                                                                "  2  .  .  .  2\n"
                                                                "  3  .  .  .  1\n"
                                                                "     a  b  c\n");
}

TEST(BoardText, a_blocked_square_is_a_hash) {
    const Board board = read_fen(Game::AtaxxUai, "x5o/7/2-1-2/7/7/7/o5x x 0 1");
    EXPECT_EQ(board_text(draw(board), kPlain), " x\\y 1  2  3  4  5  6  7\n"
                                               "  1  O  .  .  .  .  .  X  7\n"
                                               "  2  .  .  .  .  .  .  .  6\n"
                                               "  3  .  .  #  .  #  .  .  5\n"
                                               "  4  .  .  .  .  .  .  .  4\n"
                                               "  5  .  .  .  .  .  .  .  3\n"
                                               "  6  .  .  .  .  .  .  .  2\n"
                                               "  7  X  .  .  .  .  .  O  1\n"
                                               "     a  b  c  d  e  f  g\n");
}

TEST(BoardText, a_clone_marks_what_was_placed_and_turned) {
    EXPECT_EQ(drawn(kClone, kPlain), " x\\y 1  2  3  4  5  6  7\n"
                                     "  1  O [O] .  .  .  .  .  7\n"
                                     "  2  . <O><O> .  .  .  .  6\n"
                                     "  3  .  .  .  .  .  .  .  5\n"
                                     "  4  O  .  .  X  .  .  .  4\n"
                                     "  5  .  .  .  .  .  .  .  3\n"
                                     "  6  .  .  .  .  .  .  .  2\n"
                                     "  7  .  .  .  .  .  .  .  1\n"
                                     "     a  b  c  d  e  f  g\n");
}

TEST(BoardText, a_jump_marks_the_square_it_left) {
    EXPECT_EQ(drawn(kJump, kUnicode), " x\\y 1  2  3  4  5  6  7\n"
                                      "  1  ●  ·  ·  ·  ·  ·  ·  7\n"
                                      "  2  · <●><●> ·  ·  ·  ·  6\n"
                                      "  3  ·  · [●] ·  ·  ·  ·  5\n"
                                      "  4 (·) ·  · <●> ·  ·  ·  4\n"
                                      "  5  ·  ·  ·  ·  ·  ·  ·  3\n"
                                      "  6  ·  ·  ·  ·  ·  ·  ·  2\n"
                                      "  7  ·  ·  ·  ·  ·  ·  ·  1\n"
                                      "     a  b  c  d  e  f  g\n");
}

TEST(BoardText, a_pass_marks_nothing) {
    EXPECT_EQ(board_text(draw(kBefore, kPass), kPlain), board_text(draw(kBefore), kPlain));
}

TEST(BoardText, stones_of_the_two_sides_differ_in_every_style) {
    for (const BoardStyle& style : {kPlain, kUnicode, kColour}) {
        EXPECT_NE(stone_text(Side::First, style), stone_text(Side::Second, style));
    }
}

TEST(BoardText, a_piece_with_a_letter_is_drawn_by_it) {
    const Cell king{.stone = Side::Second, .mark = CellMark::Placed, .letter = 'k'};
    EXPECT_EQ(cell_text(king, kPlain), "[k]");
    EXPECT_EQ(cell_text(king, kUnicode), "[k]");
    EXPECT_EQ(cell_text(king, kColour), "\x1b[1;7;36m[k]\x1b[0m");
}

TEST(BoardText, colour_adds_escapes_and_changes_no_character) {
    std::string text = drawn(kJump, kColour);
    EXPECT_NE(text.find("\x1b[1;7;31m[O]\x1b[0m"), std::string::npos) << text;
    EXPECT_NE(text.find("\x1b[1;31m<O>\x1b[0m"), std::string::npos) << text;
    EXPECT_NE(text.find("\x1b[2m(.)\x1b[0m"), std::string::npos) << text;
    for (auto begin = text.find('\x1b'); begin != std::string::npos; begin = text.find('\x1b')) {
        text.erase(begin, text.find('m', begin) - begin + 1);
    }
    const std::string plain = drawn(kJump, kPlain);
    for (std::size_t i = 0, j = 0; j < plain.size(); ++i, ++j) {
        if (text[i] == ' ' && plain[j] == '\n') { // the last column's blank, which plain text leaves out
            ++i;
        }
        ASSERT_EQ(text[i], plain[j]) << text;
    }
}

TEST(BoardText, without_colour_there_is_no_escape_and_without_unicode_only_ascii) {
    EXPECT_EQ(drawn(kJump, kUnicode).find('\x1b'), std::string::npos);
    for (const char c : drawn(kJump, kPlain) + drawn(kJump, kColour)) {
        EXPECT_LT(static_cast<unsigned char>(c), 0x80);
    }
}

} // namespace

using namespace ataxx;
namespace {

using namespace std::chrono_literals;
using namespace testing_support;
using testing::HasSubstr;
using testing::Not;

/// Agent 2 plays first and wins the shortest game; its first move is the opening.
GameRecord a_shown_game() {
    GameRecord record;
    record.game = 3;
    record.pair = 1;
    record.first = Player::Agent2;
    record.opening = {kAnnihilation[0]};
    for (std::size_t i = 1; i < kAnnihilation.size(); ++i) {
        record.moves.push_back({kAnnihilation[i], std::chrono::microseconds(1000 * i + 83)});
    }
    record.turns = kAnnihilation.size();
    record.termination = Termination::Annihilation;
    record.winner = Winner::Agent2;
    record.score = {0, 5};
    record.used = {4166us, 6166us};
    return record;
}

std::string plain(const GameRecord& record, ShownTurn turn = {}) {
    return show(record, turn, {});
}

TEST(Show, a_whole_game_is_drawn_turn_by_turn) {
    EXPECT_EQ(plain(a_shown_game()), R"(Game 3: agent 2 (O) plays first, agent 1 (X) second
[O] placed, <O> turned over, (.) left by a jump

Start
 x\y 1  2  3  4  5  6  7
  1  O  .  .  .  .  .  X  7
  2  .  .  .  .  .  .  .  6
  3  .  .  .  .  .  .  .  5
  4  .  .  .  .  .  .  .  4
  5  .  .  .  .  .  .  .  3
  6  .  .  .  .  .  .  .  2
  7  X  .  .  .  .  .  O  1
     a  b  c  d  e  f  g
O 2, X 2 | agent 2 (O) to move | A1 0.000ms / A2 0.000ms

Turn 1 (opening): agent 2 (O) jumps (1,1)=a7 -> (2,3)=c6
 x\y 1  2  3  4  5  6  7
  1 (.) .  .  .  .  .  X  7
  2  .  . [O] .  .  .  .  6
  3  .  .  .  .  .  .  .  5
  4  .  .  .  .  .  .  .  4
  5  .  .  .  .  .  .  .  3
  6  .  .  .  .  .  .  .  2
  7  X  .  .  .  .  .  O  1
     a  b  c  d  e  f  g
O 2, X 2 | agent 1 (X) to move | A1 0.000ms / A2 0.000ms

Turn 2: agent 1 (X) jumps (1,7)=g7 -> (3,5)=e5, 1.083ms
 x\y 1  2  3  4  5  6  7
  1  .  .  .  .  .  . (.) 7
  2  .  .  O  .  .  .  .  6
  3  .  .  .  . [X] .  .  5
  4  .  .  .  .  .  .  .  4
  5  .  .  .  .  .  .  .  3
  6  .  .  .  .  .  .  .  2
  7  X  .  .  .  .  .  O  1
     a  b  c  d  e  f  g
O 2, X 2 | agent 2 (O) to move | A1 1.083ms / A2 0.000ms

Turn 3: agent 2 (O) clones (7,7)=g1 -> (6,6)=f2, 2.083ms
 x\y 1  2  3  4  5  6  7
  1  .  .  .  .  .  .  .  7
  2  .  .  O  .  .  .  .  6
  3  .  .  .  .  X  .  .  5
  4  .  .  .  .  .  .  .  4
  5  .  .  .  .  .  .  .  3
  6  .  .  .  .  . [O] .  2
  7  X  .  .  .  .  .  O  1
     a  b  c  d  e  f  g
O 3, X 2 | agent 1 (X) to move | A1 1.083ms / A2 2.083ms

Turn 4: agent 1 (X) jumps (7,1)=a1 -> (5,3)=c3, 3.083ms
 x\y 1  2  3  4  5  6  7
  1  .  .  .  .  .  .  .  7
  2  .  .  O  .  .  .  .  6
  3  .  .  .  .  X  .  .  5
  4  .  .  .  .  .  .  .  4
  5  .  . [X] .  .  .  .  3
  6  .  .  .  .  .  O  .  2
  7 (.) .  .  .  .  .  O  1
     a  b  c  d  e  f  g
O 3, X 2 | agent 2 (O) to move | A1 4.166ms / A2 2.083ms

Turn 5: agent 2 (O) jumps (2,3)=c6 -> (4,4)=d4, turns 2 over, 4.083ms
 x\y 1  2  3  4  5  6  7
  1  .  .  .  .  .  .  .  7
  2  .  . (.) .  .  .  .  6
  3  .  .  .  . <O> .  .  5
  4  .  .  . [O] .  .  .  4
  5  .  . <O> .  .  .  .  3
  6  .  .  .  .  .  O  .  2
  7  .  .  .  .  .  .  O  1
     a  b  c  d  e  f  g
O 5, X 0 | game over: annihilation | A1 4.166ms / A2 6.166ms

End of game 3: annihilation
agent2(O) WINS 5-0 | T5 | A1 4ms / A2 6ms

)");
}

TEST(Show, one_turn_is_drawn_alone) {
    EXPECT_EQ(plain(a_shown_game(), 4), R"(Game 3: agent 2 (O) plays first, agent 1 (X) second
[O] placed, <O> turned over, (.) left by a jump

Turn 4: agent 1 (X) jumps (7,1)=a1 -> (5,3)=c3, 3.083ms
 x\y 1  2  3  4  5  6  7
  1  .  .  .  .  .  .  .  7
  2  .  .  O  .  .  .  .  6
  3  .  .  .  .  X  .  .  5
  4  .  .  .  .  .  .  .  4
  5  .  . [X] .  .  .  .  3
  6  .  .  .  .  .  O  .  2
  7 (.) .  .  .  .  .  O  1
     a  b  c  d  e  f  g
O 3, X 2 | agent 2 (O) to move | A1 4.166ms / A2 2.083ms

)");
    EXPECT_THAT(plain(a_shown_game(), 0), HasSubstr("\nStart\n"));
    EXPECT_THAT(plain(a_shown_game(), 0), Not(HasSubstr("Turn ")));
    EXPECT_THAT(plain(a_shown_game(), 5), HasSubstr("game over: annihilation"));
    EXPECT_EQ(user_error_text([] { static_cast<void>(plain(a_shown_game(), 6)); }),
              "--turn 6: game 3 ended after turn 5");
}

TEST(Show, unicode_shows_which_letter_is_which_stone) {
    const std::string text = show(a_shown_game(), 5, {.colour = false, .unicode = true});
    EXPECT_THAT(text, HasSubstr("Game 3: agent 2 (O, ●) plays first, agent 1 (X, ○) second\n"
                                "[●] placed, <●> turned over, (·) left by a jump\n"));
    EXPECT_THAT(text, HasSubstr("  4  ·  ·  · [●] ·  ·  ·  4\n"));
    EXPECT_THAT(text, HasSubstr("● 5, ○ 0 | game over"));
}

/// The moves of a random game up to its first pass.
std::vector<MoveNumbers> moves_to_a_pass() {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        auto moves = random_playout(seed);
        const auto pass = std::find(moves.begin(), moves.end(), ataxx::kPass);
        if (pass != moves.end()) {
            moves.erase(pass + 1, moves.end());
            return moves;
        }
    }
    ADD_FAILURE() << "no random game has a pass";
    return {};
}

TEST(Show, a_pass_marks_nothing) {
    const std::vector<MoveNumbers> moves = moves_to_a_pass();
    GameRecord record;
    for (const MoveNumbers& move : moves) {
        record.moves.push_back({move, 1us});
    }
    const std::string text = plain(record, moves.size());
    EXPECT_THAT(text, HasSubstr(") passes, 0.001ms\n"));
    EXPECT_EQ(text.find_first_of("[<", text.find(" x\\y")), std::string::npos);
}

TEST(Show, draws_up_to_an_illegal_move_and_names_it) {
    GameRecord record = a_shown_game();
    record.moves[2].numbers = {7, 1, 4, 1}; // turn 4
    const std::string text = plain(record);
    EXPECT_THAT(text, HasSubstr("\nTurn 3: "));
    EXPECT_THAT(text, Not(HasSubstr("\nTurn 4: ")));
    EXPECT_THAT(text, HasSubstr("turn 4: move 7 1 4 1 is illegal; no board can be drawn from there on\n"));
    EXPECT_THAT(text, HasSubstr("End of game 3: annihilation\n"));
    EXPECT_THAT(plain(record, 5), HasSubstr("turn 4: move 7 1 4 1 is illegal"));
}

TEST(Show, the_reason_of_a_fault_is_shown_without_control_characters) {
    GameRecord record = a_shown_game();
    record.moves.pop_back();
    record.termination = Termination::IllegalMove;
    record.winner = Winner::Agent1;
    record.fault = FaultNote{Player::Agent2, "sent \x1b[31mred", ""};
    const std::string text = plain(record);
    EXPECT_THAT(text, HasSubstr("End of game 3: illegal_move\n"));
    EXPECT_THAT(text, HasSubstr("| agent2 illegal_move\nagent 2: sent \\x1b[31mred\n"));
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

} // namespace
} // namespace referee
