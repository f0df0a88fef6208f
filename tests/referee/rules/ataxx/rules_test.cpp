#include "referee/rules/ataxx/perft.hpp"
#include "referee/rules/ataxx/position.hpp"
#include "referee/rules/ataxx/rules.hpp"
#include "referee/rules/games.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

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
    EXPECT_TRUE(referee::facts_of(Game::Ataxx).counts_stones);
    EXPECT_TRUE(referee::facts_of(Game::AtaxxUai).counts_stones);
    for (const Game game : {Game::ConnectFour, Game::TicTacToe}) {
        EXPECT_FALSE(referee::facts_of(game).counts_stones);
        EXPECT_EQ(referee::winner_by_filling(Board(game), 100), std::nullopt);
    }
}

} // namespace

namespace {

Square at(int x, int y) {
    return *Square::at(x, y);
}

/// Positions of a random game from the start, the start included.
std::vector<Position> positions_of_a_game(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<Position> positions{Position()};
    while (!positions.back().is_finished() && positions.size() < 100) {
        const MoveList moves = legal_moves(positions.back());
        positions.push_back(positions.back().after(moves[random() % moves.size()]));
    }
    return positions;
}

TEST(Symmetry, moves_a_square_as_its_name_says) {
    struct Row {
        Symmetry symmetry;
        Square expected;
    };
    for (const Row& row : {Row{Symmetry::Identity, at(2, 3)}, Row{Symmetry::MainDiagonal, at(3, 2)},
                           Row{Symmetry::MirrorX, at(6, 3)}, Row{Symmetry::QuarterTurn, at(5, 2)},
                           Row{Symmetry::MirrorY, at(2, 5)}, Row{Symmetry::ThreeQuarterTurn, at(3, 6)},
                           Row{Symmetry::HalfTurn, at(6, 5)}, Row{Symmetry::AntiDiagonal, at(5, 6)}}) {
        EXPECT_EQ(transformed(at(2, 3), row.symmetry), row.expected) << static_cast<int>(row.symmetry);
        EXPECT_EQ(transformed(at(4, 4), row.symmetry), at(4, 4)); // the centre stays
    }
}

TEST(Symmetry, there_are_eight_different_ones_that_keep_distances) {
    std::set<std::vector<int>> images;
    for (const Symmetry symmetry : kSymmetries) {
        std::vector<int> image;
        for (int i = 0; i < kSquares; ++i) {
            image.push_back(transformed(Square(i), symmetry).index());
            for (int j = 0; j < kSquares; ++j) {
                ASSERT_EQ(distance(transformed(Square(i), symmetry), transformed(Square(j), symmetry)),
                          distance(Square(i), Square(j)));
            }
        }
        images.insert(image);
        EXPECT_EQ(std::set<int>(image.begin(), image.end()).size(), 49U); // no square is lost
    }
    EXPECT_EQ(images.size(), 8U);
}

TEST(Symmetry, sets_and_moves_are_transformed_as_their_squares) {
    const Bitboard three = Bitboard(at(1, 1)) | Bitboard(at(2, 3)) | Bitboard(at(7, 1));
    EXPECT_EQ(transformed(three, Symmetry::HalfTurn),
              Bitboard(at(7, 7)) | Bitboard(at(6, 5)) | Bitboard(at(1, 7)));
    EXPECT_EQ(transformed(kAllSquares, Symmetry::QuarterTurn), kAllSquares);
    EXPECT_EQ(transformed(Move(at(1, 1), at(2, 3)), Symmetry::MirrorY), Move(at(1, 7), at(2, 5)));
    EXPECT_EQ(transformed(Move::pass(), Symmetry::MirrorY), Move::pass());
}

TEST(Symmetry, a_move_of_the_image_is_the_image_of_the_move) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        for (const Position& position : positions_of_a_game(seed)) {
            for (const Symmetry symmetry : kSymmetries) {
                const Position image = transformed(position, symmetry);
                for (const Move move : legal_moves(position)) {
                    ASSERT_TRUE(image.is_legal(transformed(move, symmetry)));
                    ASSERT_EQ(image.after(transformed(move, symmetry)),
                              transformed(position.after(move), symmetry));
                }
            }
        }
    }
}

TEST(Symmetry, perft_is_the_same_for_all_images) {
    for (const char* fen : {"x5o/7/7/7/7/7/o5x x 0 1", "7/7/7/2x1o2/7/7/7 o 0 1",
                            "x5o/1x5/7/3o3/2x4/5o1/o5x o 0 1", "7/7/2o4/7/ooooooo/ooooooo/xxxxxxx x 0 1"}) {
        const Position position = parse_fen(fen).position;
        for (const PerftCount what : {PerftCount::Positions, PerftCount::Messages}) {
            const std::uint64_t expected = perft(position, 3, what);
            for (const Symmetry symmetry : kSymmetries) {
                EXPECT_EQ(perft(transformed(position, symmetry), 3, what), expected) << fen;
                EXPECT_EQ(perft(with_sides_swapped(transformed(position, symmetry)), 3, what), expected);
            }
        }
    }
}

TEST(CanonicalKey, is_shared_by_all_images_with_either_colour) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        for (const Position& position : positions_of_a_game(seed)) {
            const CanonicalKey key = canonical_key(position);
            for (const Symmetry symmetry : kSymmetries) {
                ASSERT_EQ(canonical_key(transformed(position, symmetry)), key);
                ASSERT_EQ(canonical_key(with_sides_swapped(transformed(position, symmetry))), key);
            }
        }
    }
}

TEST(CanonicalKey, tells_other_positions_apart) {
    // Whether one position is an image of another, looked up in all 16 images instead of by the key.
    const auto is_image = [](const Position& a, const Position& b) {
        return std::any_of(kSymmetries.begin(), kSymmetries.end(), [&](Symmetry symmetry) {
            const Position image = transformed(a, symmetry);
            return image == b || with_sides_swapped(image) == b;
        });
    };
    std::vector<Position> positions; // after two plies, where images abound
    for (const Move first : legal_moves(Position())) {
        const Position one = Position().after(first);
        for (const Move second : legal_moves(one)) {
            positions.push_back(one.after(second));
        }
    }
    std::size_t images = 0;
    for (const Position& a : positions) {
        for (const Position& b : positions) {
            ASSERT_EQ(canonical_key(a) == canonical_key(b), is_image(a, b));
            images += is_image(a, b) ? 1U : 0U;
        }
    }
    EXPECT_GT(images, positions.size());
}

TEST(CanonicalKey, the_side_to_move_counts) {
    const Position position = Position().after(Move(at(1, 1), at(2, 2)));
    EXPECT_NE(canonical_key(position), canonical_key(position.pass()));
    EXPECT_EQ(canonical_key(Position()), canonical_key(Position().pass())); // only the colours differ
}

} // namespace

} // namespace ataxx
