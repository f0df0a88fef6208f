#include "referee/rules/ataxx/rules.hpp"
#include "referee/rules/ataxx/text.hpp"
#include "referee/rules/course.hpp"
#include "referee/rules/games.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>

namespace ataxx {
namespace {

using referee::board_verdict;
using referee::leader;

constexpr const char* kFull = "xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x";
constexpr const char* kFullOfOne = "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx o";
constexpr const char* kStuck = "xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x";

Position at(const char* fen) {
    return parse_fen(fen).position;
}

TEST(BoardVerdict, names_the_rule_that_ends_the_game) {
    struct Row {
        const char* fen;
        int turns, limit;
        std::optional<Termination> expected;
    };
    for (const Row& row : {
             Row{"x5o/7/7/7/7/7/o5x x", 0, 400, std::nullopt},
             Row{"x5o/7/7/7/7/7/o5x x", 399, 400, std::nullopt},
             Row{"x5o/7/7/7/7/7/o5x x", 400, 400, Termination::TurnLimit},
             Row{"x5o/7/7/7/7/7/o5x x", 401, 400, Termination::TurnLimit},
             Row{"xx5/7/7/7/7/7/7 x", 5, 400, Termination::Annihilation},
             Row{"oo5/7/7/7/7/7/7 x", 5, 400, Termination::Annihilation},
             Row{kFull, 60, 400, Termination::BoardFull},
             Row{kStuck, 60, 400, std::nullopt}, // no move is a pass, not an end
             // Where several rules apply, the first in the order of Termination is named.
             Row{kFullOfOne, 60, 60, Termination::Annihilation},
             Row{kFull, 60, 60, Termination::BoardFull},
             Row{"xx5/7/7/7/7/7/7 x", 60, 60, Termination::Annihilation},
         }) {
        EXPECT_EQ(board_verdict(referee::Course(at(row.fen), row.turns), row.limit), row.expected)
            << row.fen << ' ' << row.turns;
    }
}

TEST(Leader, is_the_side_with_more_stones_whichever_side_is_to_move) {
    EXPECT_FALSE(leader(Position()));
    for (const char* to_move : {" x", " o"}) {
        EXPECT_EQ(leader(at((std::string("xx4o/7/7/7/7/7/7") + to_move).c_str())), Side::First);
        EXPECT_EQ(leader(at((std::string("xo4o/7/7/7/7/7/7") + to_move).c_str())), Side::Second);
    }
    EXPECT_EQ(leader(at(kFull)), Side::Second); // 24 to 25
    EXPECT_FALSE(leader(at(kStuck)));           // 24 to 24
}

// Whether a side fills the board is compared with searches of the whole rest of the game.

using referee::Board;
using referee::Game;
using referee::PerSide;
using referee::Termination;

/// Whether `side` wins on `board` with `turns_left` turns, whatever the other side does. Tries all moves.
template<class G>
bool wins(const typename G::Position& position, Side side, int turns_left) {
    const auto ending =
        turns_left == 0 && !G::ending(position) ? Termination::TurnLimit : G::ending(position);
    if (ending) {
        const PerSide<int> score = G::score(position);
        return !referee::ending_by(*ending).is_draw() && score[side] > score[opponent(side)];
    }
    const auto moves = G::moves(position);
    const auto leads_there = [&](const auto& move) {
        return wins<G>(G::after(position, move), side, turns_left - 1);
    };
    return G::to_move(position) == side ? std::any_of(moves.begin(), moves.end(), leads_there)
                                        : std::all_of(moves.begin(), moves.end(), leads_there);
}

/// Whether clones of `side`, in some order, with passes of the other side between them, fill the board before
/// the turns are used up and leave `side` with more stones.
template<class G>
bool fills(const typename G::Position& position, Side side, int turns_left) {
    if (const auto ending = G::ending(position)) {
        const PerSide<int> score = G::score(position);
        return *ending == Termination::BoardFull && score[side] > score[opponent(side)];
    }
    if (turns_left == 0) {
        return false;
    }
    const auto moves = G::moves(position);
    return std::any_of(moves.begin(), moves.end(), [&](const auto& move) {
        const bool is_right =
            G::to_move(position) == side ? !move.is_pass() && !move.is_jump() : move.is_pass();
        return is_right && fills<G>(G::after(position, move), side, turns_left - 1);
    });
}

/// Boards with a few empty squares, near each other or not. What is within two steps of an empty square is of
/// one side, nearly always; the rest is of both.
struct Remainder {
    Bitboard first;
    Bitboard second;
    Bitboard blocked;
    Side to_move;
};

Remainder random_remainder(std::mt19937_64& random, bool with_blocked) {
    Bitboard empty;
    Square square(static_cast<int>(random() % kSquares));
    for (std::uint64_t left = 1 + random() % 4; left > 0; --left) {
        empty = empty | Bitboard(square);
        const Bitboard near = random() % 4 == 0 ? kAllSquares : grown(grown(Bitboard(square)));
        do {
            square = Square(static_cast<int>(random() % kSquares));
        } while (!near.has(square));
    }
    const Bitboard around = grown(grown(empty));
    const std::uint64_t of_filler = random() % 5; // how many fifths of the squares that are far
    const std::uint64_t stray = random() % 3 == 0 ? 10 : 1000;
    Remainder board{{}, {}, {}, random() % 2 == 0 ? Side::First : Side::Second};
    for_each(kAllSquares - empty, [&](Square at) {
        const bool is_blocked = with_blocked && random() % (around.has(at) ? 3 : 12) == 0;
        const bool is_fillers = around.has(at) ? random() % stray != 0 : random() % 5 < of_filler;
        const bool is_first = is_fillers != (board.to_move == Side::First);
        Bitboard& squares = is_blocked ? board.blocked : is_first ? board.first : board.second;
        squares = squares | Bitboard(at);
    });
    return board;
}

/// Compares G's answers on `count` boards; `make(remainder)` is a position.
template<class G, class Make>
void compare_with_searches(std::uint64_t seed, int count, bool with_blocked, const Make& make) {
    std::mt19937_64 random(seed);
    int proved = 0;
    int looked_at = 0;
    for (int i = 0; i < count; ++i) {
        const auto position = make(random_remainder(random, with_blocked), random);
        if (G::ending(position)) {
            continue;
        }
        const Side side = opponent(G::to_move(position));
        const int turns_left = static_cast<int>(random() % 11);
        const auto winner = G::winner_by_filling(position, turns_left);
        EXPECT_EQ(winner.has_value(), fills<G>(position, side, turns_left))
            << G::fen(position) << ", " << turns_left << " turns left";
        if (winner) {
            EXPECT_EQ(*winner, side);
            EXPECT_TRUE(wins<G>(position, side, turns_left)) << G::fen(position);
            ++proved;
        }
        ++looked_at;
    }
    EXPECT_GT(proved, count / 50);
    EXPECT_GT(looked_at - proved, count / 50);
}

TEST(WinnerByFilling, is_who_wins_by_a_search_of_the_rest_of_the_game) {
    compare_with_searches<Rules>(1, 2000, false, [](const Remainder& board, std::mt19937_64&) {
        return Position(board.first, board.second, board.to_move);
    });
}

TEST(WinnerByFilling, is_who_wins_with_blocked_squares_and_the_draw_after_100_half_moves) {
    compare_with_searches<uai::Rules>(2, 4000, true, [](const Remainder& board, std::mt19937_64& random) {
        const int half_moves = random() % 2 == 0 ? 0 : 96 + static_cast<int>(random() % 4);
        return uai::Position(Position(board.first, board.second, board.to_move), board.blocked, half_moves);
    });
}

TEST(WinnerByFilling, is_nobody_while_the_side_to_move_has_a_move) {
    const auto can_jump =
        referee::read_fen(Game::Ataxx, "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxox/xxxxxx1 o 0 1");
    EXPECT_EQ(referee::winner_by_filling(can_jump, 100), std::nullopt);
    const auto must_pass =
        referee::read_fen(Game::Ataxx, "xxxxxxx/xxxxxxx/xxxxxxx/xxxxoxx/xxxxxxx/xxxxxxx/xxxxxx1 o 0 1");
    EXPECT_EQ(referee::winner_by_filling(must_pass, 100), Side::First);
    EXPECT_EQ(referee::winner_by_filling(must_pass, 2), Side::First);
    EXPECT_EQ(referee::winner_by_filling(must_pass, 1), std::nullopt) << "a pass and a clone are two turns";
}

TEST(WinnerByFilling, a_pass_that_reaches_100_half_moves_is_a_draw) {
    const char* const board = "xxxxxxx/xxxxxxx/xxxxxxx/xxxxoxx/xxxxxxx/xxxxxxx/xxxxxx1 o ";
    EXPECT_EQ(referee::winner_by_filling(referee::read_fen(Game::AtaxxUai, board + std::string("98 1")), 100),
              Side::First);
    EXPECT_EQ(referee::winner_by_filling(referee::read_fen(Game::AtaxxUai, board + std::string("99 1")), 100),
              std::nullopt);
}

TEST(WinnerByFilling, there_is_none_in_games_without_stones_that_fill_the_board) {
    EXPECT_TRUE(referee::counts_stones(Game::Ataxx));
    EXPECT_TRUE(referee::counts_stones(Game::AtaxxUai));
    for (const Game game : {Game::ConnectFour, Game::TicTacToe}) {
        EXPECT_FALSE(referee::counts_stones(game));
        EXPECT_EQ(referee::winner_by_filling(Board(game), 100), std::nullopt);
    }
}

} // namespace

} // namespace ataxx
