#include "referee/rules/ataxx/position.hpp"
#include "referee/rules/ataxx/rules.hpp"
#include "referee/rules/games.hpp"
#include "tests/referee/rules/ataxx/perft_table.hpp"
#include "tests/support/print.hpp"
#include "tests/support/repetitions.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace ataxx {

namespace {

/// The move from column x1, row y1 to column x2, row y2, as the protocol counts them: 1 to 7.
Move move_of(int x1, int y1, int x2, int y2) {
    return Move(*Square::at(x1, y1), *Square::at(x2, y2));
}

TEST(Move, is_a_clone_a_jump_or_a_pass) {
    EXPECT_TRUE(Move().is_pass());
    EXPECT_EQ(Move(), Move::pass());
    const Move clone = move_of(1, 1, 2, 2);
    EXPECT_FALSE(clone.is_pass());
    EXPECT_FALSE(clone.is_jump());
    EXPECT_EQ(clone.from(), Square(0));
    EXPECT_EQ(clone.to(), Square(8));
    EXPECT_TRUE(move_of(1, 1, 1, 3).is_jump());
    EXPECT_TRUE(move_of(4, 4, 6, 2).is_jump());
    EXPECT_NE(clone, Move::pass());
    EXPECT_NE(clone, move_of(2, 2, 1, 1));
}

TEST(Move, text_is_as_the_protocol_writes_it) {
    EXPECT_EQ(to_string(Move::pass()), "-1 -1 -1 -1");
    EXPECT_EQ(to_string(move_of(4, 3, 5, 3)), "4 3 5 3");
    EXPECT_EQ(to_string(move_of(7, 7, 5, 6)), "7 7 5 6");
}

TEST(Move, numbers_of_a_move_name_that_move) {
    EXPECT_EQ(Move::from_numbers({-1, -1, -1, -1}), Move::pass());
    EXPECT_EQ(Move::pass().numbers(), (MoveNumbers{-1, -1, -1, -1}));
    int moves = 0;
    for (int from = 0; from < kSquares; ++from) {
        for (int to = 0; to < kSquares; ++to) {
            const Square a(from);
            const Square b(to);
            const MoveNumbers numbers{a.x(), a.y(), b.x(), b.y()};
            const auto move = Move::from_numbers(numbers);
            const int steps = distance(a, b);
            ASSERT_EQ(move.has_value(), steps == 1 || steps == 2) << from << ' ' << to;
            if (move) {
                ++moves;
                EXPECT_EQ(move->numbers(), numbers);
                EXPECT_EQ(move->from(), a);
                EXPECT_EQ(move->to(), b);
                EXPECT_EQ(referee::parse_move_numbers(' ' + to_string(*move), 4), numbers);
            }
        }
    }
    EXPECT_EQ(moves, 312 + 480); // ordered pairs one and two king's steps apart on 7 x 7
}

TEST(Move, numbers_that_name_no_move_on_any_position_give_none) {
    for (const MoveNumbers& numbers : {MoveNumbers{0, 1, 1, 1},
                                       {1, 0, 1, 1},
                                       {1, 1, 0, 1},
                                       {1, 1, 1, 0},
                                       {8, 7, 7, 7},
                                       {7, 8, 7, 7},
                                       {7, 7, 8, 7},
                                       {7, 7, 7, 8},
                                       {-1, -1, 1, 1},
                                       {1, 1, -1, -1},
                                       {-1, -1, -1, 1},
                                       {-1, 1, -1, -1},
                                       {1, 1, 1, 1},
                                       {1, 1, 1, 4},
                                       {1, 1, 4, 4},
                                       {1, 1, 7, 7},
                                       {-2, -2, -2, -2},
                                       {999'999'999, 1, 1, 1},
                                       {1, 1, 1, -999'999'999},
                                       {},
                                       {1, 1, 2}}) {
        EXPECT_FALSE(Move::from_numbers(numbers)) << testing::PrintToString(numbers);
    }
}

Position position_at(const std::string& fen) {
    return parse_fen(fen).position;
}

std::string board_of(const Position& position) {
    const std::string text = to_string(Fen{position, 0, 1});
    return text.substr(0, text.size() - 4);
}

std::vector<std::string> texts(const MoveList& moves) {
    std::vector<std::string> result;
    for (const Move move : moves) {
        result.push_back(to_string(move));
    }
    return result;
}

/// The rules written again, square by square on a plain array. Shares nothing with the tested code.
struct PlainBoard {
    char cell[8][8] = {}; // 'x', 'o' or '.', from 1
    char mover = 'x';

    explicit PlainBoard(const Position& position)
        : mover(position.to_move() == Side::First ? 'x' : 'o') {
        for (int x = 1; x <= 7; ++x) {
            for (int y = 1; y <= 7; ++y) {
                const Square square = *Square::at(x, y);
                cell[x][y] = position.stones(Side::First).has(square)    ? 'x'
                             : position.stones(Side::Second).has(square) ? 'o'
                                                                         : '.';
            }
        }
    }

    [[nodiscard]] bool allows(int x1, int y1, int x2, int y2) const {
        const int steps = std::max(std::abs(x1 - x2), std::abs(y1 - y2));
        return cell[x1][y1] == mover && cell[x2][y2] == '.' && (steps == 1 || steps == 2);
    }

    /// Source index ascending, clones before jumps, destination ascending.
    [[nodiscard]] std::vector<std::string> moves() const {
        std::vector<std::string> found;
        for (int from = 0; from < 49; ++from) {
            for (const int wanted : {1, 2}) {
                for (int to = 0; to < 49; ++to) {
                    const int x1 = from / 7 + 1, y1 = from % 7 + 1, x2 = to / 7 + 1, y2 = to % 7 + 1;
                    if (std::max(std::abs(x1 - x2), std::abs(y1 - y2)) == wanted && allows(x1, y1, x2, y2)) {
                        found.push_back(std::to_string(x1) + ' ' + std::to_string(y1) + ' ' +
                                        std::to_string(x2) + ' ' + std::to_string(y2));
                    }
                }
            }
        }
        if (found.empty()) {
            found.emplace_back("-1 -1 -1 -1");
        }
        return found;
    }

    void make(Move move) {
        const char other = mover == 'x' ? 'o' : 'x';
        if (!move.is_pass()) {
            const MoveNumbers n = move.numbers();
            if (std::max(std::abs(n[0] - n[2]), std::abs(n[1] - n[3])) == 2) {
                cell[n[0]][n[1]] = '.';
            }
            cell[n[2]][n[3]] = mover;
            for (int x = std::max(1, n[2] - 1); x <= std::min(7, n[2] + 1); ++x) {
                for (int y = std::max(1, n[3] - 1); y <= std::min(7, n[3] + 1); ++y) {
                    if (cell[x][y] == other) {
                        cell[x][y] = mover;
                    }
                }
            }
        }
        mover = other;
    }

    [[nodiscard]] bool shows(const Position& position) const {
        const PlainBoard there(position);
        for (int x = 1; x <= 7; ++x) {
            for (int y = 1; y <= 7; ++y) {
                if (cell[x][y] != there.cell[x][y]) {
                    return false;
                }
            }
        }
        return mover == there.mover;
    }
};

TEST(Position, the_start_has_two_stones_of_each_side_in_the_corners) {
    constexpr Position start;
    static_assert(start.to_move() == Side::First && !start.is_finished() && start.can_move());
    EXPECT_EQ(board_of(start), "x5o/7/7/7/7/7/o5x x");
    EXPECT_EQ(start.empty_squares().count(), 45);
    EXPECT_EQ(start.own(), start.stones(Side::First));
    EXPECT_EQ(start.theirs(), start.stones(Side::Second));
}

TEST(Position, a_move_places_a_stone_and_turns_its_neighbours) {
    struct Row {
        const char* what;
        const char* before;
        Move move;
        const char* after;
    };
    for (const Row& row : {
             Row{"a clone leaves its source", "x5o/7/7/7/7/7/o5x x", move_of(1, 1, 2, 2),
                 "x5o/1x5/7/7/7/7/o5x o"},
             Row{"a jump does not", "x5o/7/7/7/7/7/o5x x", move_of(1, 1, 3, 2), "6o/7/1x5/7/7/7/o5x o"},
             Row{"the second player moves o", "x5o/7/7/7/7/7/o5x o", move_of(1, 7, 1, 6),
                 "x4oo/7/7/7/7/7/o5x x"},
             Row{"all eight neighbours turn", "7/7/2ooo2/2o1o2/2ooo2/5x1/7 x", move_of(6, 6, 4, 4),
                 "7/7/2xxx2/2xxx2/2xxx2/7/7 o"},
             Row{"no more than the neighbours turn", "7/1ooooo1/1o3o1/1o3o1/1o3o1/1ooooo1/x6 x",
                 move_of(7, 1, 7, 2), "7/1ooooo1/1o3o1/1o3o1/1o3o1/1xxooo1/xx5 o"},
             Row{"nothing turns around the edge", "7/o6/o6/o6/4x2/7/7 x", move_of(5, 5, 3, 7),
                 "7/o6/o5x/o6/7/7/7 o"},
             Row{"own stones stay", "7/7/7/3xo2/7/7/7 o", move_of(4, 5, 3, 5), "7/7/4o2/3oo2/7/7/7 x"},
             Row{"a stone next to the source only stays", "7/7/7/ox5/7/7/7 x", move_of(4, 2, 4, 4),
                 "7/7/7/o2x3/7/7/7 o"},
             Row{"a pass changes the side only", "xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x",
                 Move::pass(), "xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 o"},
         }) {
        const Position position = position_at(row.before);
        ASSERT_TRUE(position.is_legal(row.move)) << row.what;
        EXPECT_EQ(board_of(position.after(row.move)), row.after) << row.what;
    }
}

TEST(Position, is_legal_accepts_legal_moves_only) {
    struct Row {
        const char* what;
        const char* fen;
        Move move;
        bool expected;
    };
    const char* const start = "x5o/7/7/7/7/7/o5x x";
    const char* const stuck = "xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x";
    for (const Row& row : {
             Row{"clone", start, move_of(1, 1, 1, 2), true},
             Row{"jump", start, move_of(7, 7, 5, 5), true},
             Row{"foreign stone", start, move_of(1, 7, 1, 6), false},
             Row{"no stone", start, move_of(4, 4, 4, 5), false},
             Row{"pass with moves left", start, Move::pass(), false},
             Row{"onto an own stone", "xx4o/7/7/7/7/7/7 x", move_of(1, 1, 1, 2), false},
             Row{"onto a foreign stone", "xo5/7/7/7/7/7/7 x", move_of(1, 1, 1, 2), false},
             Row{"jump over stones", "xo5/oo5/7/7/7/7/7 x", move_of(1, 1, 1, 3), true},
             Row{"pass with none", stuck, Move::pass(), true},
             Row{"only the other side is stuck", "xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 o",
                 Move::pass(), false},
         }) {
        EXPECT_EQ(position_at(row.fen).is_legal(row.move), row.expected) << row.what;
    }
}

TEST(Position, is_finished_without_stones_or_empty_squares_only) {
    EXPECT_FALSE(position_at("x5o/7/7/7/7/7/7 x").is_finished());
    for (const char* fen : {"x6/7/7/7/7/7/7 x", "x6/7/7/7/7/7/7 o", "o6/7/7/7/7/7/7 x",
                            "xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x"}) {
        EXPECT_TRUE(position_at(fen).is_finished()) << fen;
        EXPECT_TRUE(legal_moves(position_at(fen)).empty()) << fen;
    }
}

TEST(LegalMoves, come_in_the_order_of_the_list) {
    EXPECT_THAT(texts(legal_moves(Position())),
                testing::ElementsAre("1 1 1 2", "1 1 2 1", "1 1 2 2", "1 1 1 3", "1 1 2 3", "1 1 3 1",
                                     "1 1 3 2", "1 1 3 3", "7 7 6 6", "7 7 6 7", "7 7 7 6", "7 7 5 5",
                                     "7 7 5 6", "7 7 5 7", "7 7 6 5", "7 7 7 5"));
}

TEST(LegalMoves, a_pass_only_when_no_other_move_is_legal) {
    EXPECT_THAT(texts(legal_moves(position_at("xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x"))),
                testing::ElementsAre("-1 -1 -1 -1"));
    EXPECT_EQ(legal_moves(position_at("xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 o")).size(),
              8U);
}

TEST(LegalMoves, the_most_crowded_positions_fit_the_list) {
    std::mt19937_64 random(3);
    std::size_t most = 0;
    for (int round = 0; round < 20'000; ++round) {
        const Bitboard own = Bitboard(random()) & kAllSquares;
        const Bitboard spare = kAllSquares - own;
        if (spare.count() < 2 || own.empty()) {
            continue;
        }
        most = std::max(most, legal_moves(Position(own, Bitboard(spare.lowest()), Side::First)).size());
    }
    EXPECT_GT(most, 200U);
    EXPECT_LE(most, kMostMoves);
}

TEST(Position, agrees_with_a_plain_board_over_random_games) {
    std::mt19937_64 random(2);
    int passes = 0;
    int full = 0;
    for (int game = 0; game < referee::testing_support::repetitions(300); ++game) {
        Position position;
        for (int turn = 0; turn < 400 && !position.is_finished(); ++turn) {
            const PlainBoard plain(position);
            const MoveList moves = legal_moves(position);
            ASSERT_EQ(texts(moves), plain.moves()) << board_of(position);
            ASSERT_EQ(position.can_move(), !moves[0].is_pass()) << board_of(position);
            const Move move = moves[random() % moves.size()];
            PlainBoard next = plain;
            next.make(move);
            ASSERT_TRUE(next.shows(position.after(move))) << board_of(position) << ' ' << to_string(move);
            if (!move.is_pass()) {
                ASSERT_EQ(move.is_jump() ? position.after_jump(move.from(), move.to())
                                         : position.after_clone(move.to()),
                          position.after(move));
            }
            passes += move.is_pass() ? 1 : 0;
            position = position.after(move);
            ASSERT_TRUE((position.own() & position.theirs()).empty());
        }
        full += position.empty_squares().empty() ? 1 : 0;
    }
    EXPECT_GT(passes, 0);
    EXPECT_GT(full, 0);
}

TEST(Position, is_legal_agrees_with_a_plain_board_on_every_pair_of_squares) {
    std::mt19937_64 random(4);
    for (int round = 0; round < 200; ++round) {
        const Bitboard first = Bitboard(random()) & kAllSquares;
        const Bitboard second = (Bitboard(random()) & kAllSquares) - first;
        const Position position(first, second, round % 2 == 0 ? Side::First : Side::Second);
        const PlainBoard plain(position);
        for (int from = 0; from < kSquares; ++from) {
            for (int to = 0; to < kSquares; ++to) {
                const Square a(from);
                const Square b(to);
                const auto move = Move::from_numbers({a.x(), a.y(), b.x(), b.y()});
                ASSERT_EQ(move && position.is_legal(*move), plain.allows(a.x(), a.y(), b.x(), b.y()))
                    << board_of(position) << ' ' << from << ' ' << to;
            }
        }
    }
}

TEST(Position, both_sides_are_never_stuck_at_once_while_a_square_is_empty) {
    std::mt19937_64 random(5);
    for (int round = 0; round < 20'000; ++round) {
        // Nearly full boards: each square is empty with a chance of one in sixteen.
        const Bitboard empty = Bitboard(random() & random() & random() & random()) & kAllSquares;
        const Bitboard first = (Bitboard(random()) & kAllSquares) - empty;
        const Position position(first, (kAllSquares - first) - empty, Side::First);
        if (!position.is_finished()) {
            ASSERT_TRUE(position.can_move() || position.pass().can_move()) << board_of(position);
        }
    }
}

} // namespace

namespace {

using referee::testing_support::user_error_text;
using testing::AllOf;
using testing::HasSubstr;

TEST(Fen, the_start_is_the_usual_text) {
    const Fen fen = parse_fen(kStartFen);
    EXPECT_EQ(fen.position, Position());
    EXPECT_EQ(fen.half_moves, 0);
    EXPECT_EQ(fen.move_number, 1);
    EXPECT_EQ(to_string(Fen{}), kStartFen);
}

TEST(Fen, every_text_of_the_perft_table_is_written_as_it_was_read) {
    for (const PerftRow& row : kPerftTable) {
        EXPECT_EQ(to_string(parse_fen(row.fen)), row.fen);
    }
}

TEST(Fen, squares_have_the_coordinates_of_the_protocol) {
    // (x, y) is file a + y - 1, rank 8 - x: (1,1) a7, (1,7) g7, (7,1) a1, (7,7) g1.
    struct Row {
        const char* board;
        int x, y;
    };
    for (const Row& row :
         {Row{"x6/7/7/7/7/7/7", 1, 1}, Row{"6x/7/7/7/7/7/7", 1, 7}, Row{"7/7/7/7/7/7/x6", 7, 1},
          Row{"7/7/7/7/7/7/6x", 7, 7}, Row{"7/2x4/7/7/7/7/7", 2, 3}}) {
        const Position position = parse_fen(std::string(row.board) + " o").position;
        EXPECT_EQ(position.stones(Side::First), Bitboard(*Square::at(row.x, row.y))) << row.board;
        EXPECT_TRUE(position.stones(Side::Second).empty());
        EXPECT_EQ(position.to_move(), Side::Second);
    }
    EXPECT_EQ(parse_fen("7/7/7/3o3/7/7/7 x").position.stones(Side::Second), Bitboard(Square(24)));
}

TEST(Fen, counters_may_be_left_out_and_are_kept) {
    EXPECT_EQ(parse_fen("x5o/7/7/7/7/7/o5x o"), (Fen{parse_fen("x5o/7/7/7/7/7/o5x o 0 1").position, 0, 1}));
    EXPECT_EQ(parse_fen("x5o/7/7/7/7/7/o5x x 17").half_moves, 17);
    EXPECT_EQ(parse_fen("x5o/7/7/7/7/7/o5x x 17").move_number, 1);
    EXPECT_EQ(parse_fen("x5o/7/7/7/7/7/o5x x 100 57").move_number, 57);
}

TEST(Fen, other_spellings_are_written_in_the_usual_one) {
    struct Row {
        const char* text;
        const char* expected;
    };
    for (const Row& row : {Row{"  x5o/7/7/7/7/7/o5x \t x  0   1 ", "x5o/7/7/7/7/7/o5x x 0 1"},
                           Row{"X5O/7/7/7/7/7/w5b W 0 1", "x5o/7/7/7/7/7/o5x o 0 1"},
                           Row{"x32o/7/1111111/7/7/7/o5x x 0 1", "x5o/7/7/7/7/7/o5x x 0 1"}}) {
        EXPECT_EQ(to_string(parse_fen(row.text)), row.expected);
    }
}

TEST(Fen, errors_name_what_is_wrong) {
    struct Row {
        const char* text;
        const char* expected;
    };
    for (const Row& row : {
             Row{"", "needs a board"},
             Row{"   ", "needs a board"},
             Row{"x5o/7/7/7/7/7/o5x", "a side to move"},
             Row{"x5o/7/7/7/7/7/o5x x 0 1 2", "at most a half-move clock and a move number"},
             Row{"x5o/7/7/7/7/7/o5x z 0 1", "the side to move is 'z' instead of x, o, X, O, b, w, B or W"},
             Row{"x5o/7/7/7/7/7/o5x xo 0 1", "the side to move is 'xo'"},
             Row{"x5o/7/7/7/7/7 x 0 1", "6 ranks instead of 7"},
             Row{"x5o/7/7/7/7/7/o5x/7 x 0 1", "more than 7 ranks"},
             Row{"x5o/7/7/7/7/7/o5x/ x 0 1", "more than 7 ranks"},
             Row{"x4o/7/7/7/7/7/o5x x 0 1", "rank 7 holds 6 squares instead of 7"},
             Row{"x5o/7/7/7/7/7/o5xx x 0 1", "rank 1 holds more than 7 squares"},
             Row{"x5o/7/71/7/7/7/o5x x 0 1", "rank 5 holds 8 squares instead of 7"},
             Row{"x5o//7/7/7/7/o5x x 0 1", "rank 6 holds 0 squares instead of 7"},
             Row{"x5o/7/7/7/7/7/o5 x 0 1", "rank 1 holds 6 squares instead of 7"},
             Row{"x5o/8/7/7/7/7/o5x x 0 1", "'8' is not one of"},
             Row{"x5o/07/7/7/7/7/o5x x 0 1", "'0' is not one of"},
             Row{"y5o/7/7/7/7/7/o5y x 0 1", "'y' is not one of"},
             Row{"x5\xC3\xB6/7/7/7/7/7/o5x x 0 1", "x 0 1': '\xC3\xB6' is not one of"},
             Row{"x5\xF0\x9F\x98\x80/7/7/7/7/7/o5x x 0 1", "'\xF0\x9F\x98\x80' is not one of"},
             Row{"x5\xC3/7 x 0 1", "'x5\xEF\xBF\xBD/7 x 0 1': '\xEF\xBF\xBD' is not one of"},
             Row{"x5\x1B/7 x 0 1", "'x5\\x1b/7 x 0 1': '\\x1b' is not one of"},
             Row{"x5o/7/7/7/7/7/o5x \xFF", "the side to move is '\xEF\xBF\xBD' instead of x, o, X"},
             Row{"x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", "blocked squares ('-') are not supported"},
             Row{"x5o/7/7/7/7/7/o5x x -1 1", "the half-move clock '-1' is not a whole number"},
             Row{"x5o/7/7/7/7/7/o5x x 0 1\xFF", "the move number '1\xEF\xBF\xBD' is not a whole number"},
             Row{"x5o/7/7/7/7/7/o5x x - 1", "the half-move clock '-' is not a whole number"},
             Row{"x5o/7/7/7/7/7/o5x x 0 1x", "the move number '1x' is not a whole number"},
             Row{"x5o/7/7/7/7/7/o5x x 0 99999999999", "the move number '99999999999' is not a whole number"},
         }) {
        EXPECT_THAT(user_error_text([&] { static_cast<void>(parse_fen(row.text)); }),
                    AllOf(HasSubstr(row.expected), HasSubstr(kStartFen)))
            << row.text;
    }
}

TEST(UaiNotation, clone_is_its_new_square) {
    EXPECT_EQ(uai_notation({7, 7, 6, 7}), "g2");
    EXPECT_EQ(uai_notation({1, 1, 2, 2}), "b6");
}

TEST(UaiNotation, jump_is_both_squares) {
    EXPECT_EQ(uai_notation({7, 7, 5, 7}), "g1g3");
    EXPECT_EQ(uai_notation({1, 1, 3, 2}), "a7b5");
    EXPECT_EQ(uai_notation({3, 2, 1, 1}), "b5a7");
}

TEST(UaiNotation, pass_is_four_zeros) {
    EXPECT_EQ(uai_notation(kPass), "0000");
}

TEST(UaiNotation, squares_are_those_of_the_fen) {
    // A stone of the first player stands alone on a7 in the top rank, one of the second on g7.
    const Position position = parse_fen("x5o/7/7/7/7/7/7 x").position;
    EXPECT_TRUE(position.stones(Side::First).has(Square::at(1, 1).value()));
    EXPECT_TRUE(position.stones(Side::Second).has(Square::at(1, 7).value()));
    EXPECT_EQ(uai_notation({1, 1, 1, 3}), "a7c7");
    EXPECT_EQ(uai_notation({1, 7, 3, 7}), "g7g5");
}

TEST(WhyIllegal, names_the_square_and_what_is_wrong_with_it) {
    struct Row {
        MoveNumbers numbers;
        const char* expected;
    };
    // The first player has cloned to (1,2); the second is to move.
    const Position position = Position().after(Move(*Square::at(1, 1), *Square::at(1, 2)));
    for (const Row& row :
         {Row{{-1, -1, -1, -1}, "it may not pass while it has a move"},
          Row{{0, 7, 1, 6}, "(0,7) is not on the board"}, Row{{1, 7, 1, 8}, "(1,8) is not on the board"},
          Row{{1, 1, 2, 1}, "(1,1)=a7 holds no stone of its own"},
          Row{{4, 4, 4, 5}, "(4,4)=d4 holds no stone of its own"},
          Row{{1, 7, 1, 4}, "(1,4)=d7 is 3 away, not 1 or 2"},
          Row{{1, 7, 1, 7}, "(1,7)=g7 is 0 away, not 1 or 2"}}) {
        EXPECT_EQ(why_illegal(position, row.numbers), row.expected);
    }
    EXPECT_EQ(why_illegal(position.pass(), {1, 1, 1, 2}), "(1,2)=b7 is not empty");
}

} // namespace

} // namespace ataxx
