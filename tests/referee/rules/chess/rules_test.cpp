#include "referee/base/seed.hpp"
#include "referee/rules/chess/rules.hpp"
#include "referee/rules/rules.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

namespace chess {
namespace {

using referee::CellMark;

static_assert(!std::is_same_v<Rules::Position, chess960::Rules::Position>);
static_assert(sizeof(chess960::Position) == 64 && std::is_trivially_copyable_v<chess960::Position>);

/// The position after moves in coordinates with blanks between them, all of which must be legal.
template<class G = Rules>
typename G::Position after_line(typename G::Position position, std::string_view line) {
    while (!line.empty()) {
        const std::string_view text = line.substr(0, line.find(' '));
        line.remove_prefix(std::min(text.size() + 1, line.size()));
        const auto move = G::read_coordinates(position, text);
        if (!move || !G::is_legal(position, *move)) {
            ADD_FAILURE() << text << " is illegal in " << G::fen(position);
            return position;
        }
        position = G::after(position, *move);
    }
    return position;
}

TEST(Chess, starts_as_the_usual_text_says) {
    EXPECT_EQ(Rules::read_fen(Rules::kStartFen), Position());
    EXPECT_EQ(Rules::fen(Position()), Rules::kStartFen);
    EXPECT_EQ(chess960::Rules::read_fen(chess960::Rules::kStartFen), chess960::Position());
    EXPECT_EQ(chess960::Rules::fen(chess960::Position()), chess960::Rules::kStartFen);
}

TEST(Chess, numbers_of_a_move_are_squares_as_two_digits_and_a_promotion) {
    EXPECT_EQ(Rules::named({52, 54, 0}), (Move{Square(4, 1), Square(4, 3)}));
    EXPECT_EQ(Rules::named({17, 18, 5}), (Move{Square(0, 6), Square(0, 7), Kind::Queen}));
    EXPECT_EQ(Rules::named({17, 18, 2}), (Move{Square(0, 6), Square(0, 7), Kind::Knight}));
    EXPECT_EQ(Rules::numbers(Move{Square(4, 0), Square(7, 0)}), (MoveNumbers{51, 81, 0}));
    EXPECT_EQ(Rules::numbers(Move{Square(0, 6), Square(1, 7), Kind::Rook}), (MoveNumbers{17, 28, 4}));
    for (const MoveNumbers& none : {MoveNumbers{52, 54},
                                    {52, 54, 0, 0},
                                    {52, 52, 0},
                                    {52, 54, 1},
                                    {52, 54, 6},
                                    {52, 54, -1},
                                    {52, 54, -254},
                                    {52, 54, 258},
                                    {50, 54, 0},
                                    {52, 59, 0},
                                    {2, 54, 0},
                                    {92, 54, 0},
                                    {-52, 54, 0},
                                    {52, 154, 0},
                                    {-1, -1, -1},
                                    {}}) {
        EXPECT_FALSE(Rules::named(none)) << to_string(none);
    }
}

TEST(ChessEnding, is_the_first_rule_that_holds) {
    struct Row {
        const char* fen;
        std::optional<Termination> ending;
        referee::PerSide<int> score = {};
    };
    constexpr auto kCheckmate = Termination::Checkmate;
    constexpr auto kStalemate = Termination::Stalemate;
    constexpr auto kMaterial = Termination::InsufficientMaterial;
    constexpr auto kHalfMoves = Termination::HalfmoveLimit;
    for (const Row& row : {
             Row{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", kCheckmate, {0, 1}},
             Row{"7k/6Q1/5K2/8/8/8/8/8 b - - 100 80", kCheckmate, {1, 0}}, // mate on the 100th half-move
             Row{"7k/8/5K2/8/8/8/8/6Q1 b - - 100 80", kHalfMoves},
             Row{"7k/8/5K2/8/8/8/8/6Q1 b - - 99 80", std::nullopt},
             Row{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", kStalemate},
             Row{"7k/5Q2/6K1/8/8/8/8/8 b - - 100 80", kStalemate},
             Row{"8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", kStalemate},
             Row{"k7/8/8/8/8/8/5bp1/7K w - - 0 1", std::nullopt},
             Row{"8/8/4k3/8/8/3K4/8/8 w - - 0 1", kMaterial},
             Row{"8/8/4k3/8/8/3K4/8/8 w - - 100 90", kMaterial},
             Row{"8/8/4k3/8/8/3KN3/8/8 w - - 0 1", kMaterial},
             Row{"8/8/4kn2/8/8/3K4/8/8 b - - 0 1", kMaterial},
             Row{"8/8/4kb2/8/8/3K4/8/8 w - - 0 1", kMaterial},
             Row{"8/8/4kb2/6b1/8/3KB1B1/8/8 w - - 0 1", kMaterial}, // all of them on dark squares
             Row{"8/8/4k1b1/8/8/3KB3/8/8 w - - 0 1", std::nullopt}, // bishops of two colours
             Row{"8/8/4k3/8/8/3KBB2/8/8 w - - 0 1", std::nullopt},
             Row{"8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", std::nullopt},
             Row{"8/8/4kn2/8/8/3KN3/8/8 w - - 0 1", std::nullopt},
             Row{"8/8/4kn2/8/8/3KB3/8/8 w - - 0 1", std::nullopt},
             Row{"8/8/4k3/8/8/3KP3/8/8 w - - 0 1", std::nullopt},
             Row{"8/8/4k3/8/8/3KR3/8/8 b - - 0 1", std::nullopt},
             Row{"8/8/4k3/8/8/3KQ3/8/8 b - - 0 1", std::nullopt},
             Row{"7k/5KP1/8/8/8/8/8/8 b - - 0 1", std::nullopt}, // h7 is free
             Row{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", std::nullopt},
         }) {
        const Position position = Rules::read_fen(row.fen);
        EXPECT_EQ(Rules::ending(position), row.ending) << row.fen;
        EXPECT_EQ(Rules::score(position), row.score) << row.fen;
        EXPECT_EQ(Rules::moves(position).empty(), row.ending.has_value()) << row.fen;
    }
}

TEST(ChessEnding, half_moves_count_anew_after_captures_and_pawn_moves_alone) {
    const auto half_moves_after = [](const char* fen, const char* move) {
        return after_line(Rules::read_fen(fen), move).half_moves;
    };
    EXPECT_EQ(half_moves_after("7k/8/5KQ1/8/8/8/8/8 w - - 99 80", "g6g7"), 100);
    EXPECT_EQ(half_moves_after("r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 7 9", "a2a4"), 0);
    EXPECT_EQ(half_moves_after("r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 7 9", "h1h8"), 0);
    EXPECT_EQ(half_moves_after("r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 7 9", "e1g1"), 8);
    EXPECT_EQ(half_moves_after("r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 7 9", "a1b1"), 8);
    EXPECT_EQ(half_moves_after("7k/P7/8/8/8/8/8/K7 w - - 7 9", "a7a8n"), 0);
}

TEST(Chess, quiet_positions_go_on_and_have_no_mate_in_one) {
    EXPECT_TRUE(Rules::is_quiet(Position()));
    EXPECT_FALSE(Rules::is_quiet(after_line(Position(), "f2f3 e7e5 g2g4"))) << "d8h4 mates";
    EXPECT_TRUE(Rules::is_quiet(after_line(Position(), "f2f3 e7e5"))) << "white cannot mate";
    EXPECT_FALSE(Rules::is_quiet(Rules::read_fen("8/8/4k3/8/8/3K4/8/8 w - - 0 1")));
    EXPECT_FALSE(Rules::is_quiet(Rules::read_fen("7k/8/5K2/8/8/8/8/6Q1 b - - 100 80")));
}

/// Repetition keys and the en passant square, by the rules: only when a legal move captures there.
TEST(ChessKey, tells_positions_apart_as_repetitions_do) {
    const auto key_after = [](const char* fen, std::string_view line) {
        return Rules::repetition_key(after_line(Rules::read_fen(fen), line));
    };
    // The capture would uncover the king on the fourth rank.
    EXPECT_EQ(key_after("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4"),
              key_after("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4 a4a3 e1d1 a3a4 d1e1"));
    EXPECT_NE(key_after("7k/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4"),
              key_after("7k/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 h8h7 e1d1 h7h8 d1e1"));
    EXPECT_EQ(key_after("7k/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 h8h7"),
              key_after("7k/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 h8h7 e1d1 h7h8 d1e1 h8h7"));
    // Rights to castle.
    EXPECT_NE(key_after("4k3/8/8/8/8/8/8/4K2R w K - 0 1", ""),
              key_after("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1g1 e8d8 g1h1 d8e8"));
    EXPECT_EQ(key_after("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1g1"),
              key_after("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1g1 e8d8 g1h1 d8e8 h1g1"));
    // Whose turn it is; colours; half-moves are nothing.
    EXPECT_NE(key_after("4k3/8/8/8/8/8/8/4K2R w - - 0 1", ""),
              key_after("4k3/8/8/8/8/8/8/4K2R b - - 0 1", ""));
    EXPECT_NE(key_after("4k3/8/8/8/8/8/8/4K2R w - - 0 1", ""),
              key_after("4K3/8/8/8/8/8/8/4k2r w - - 0 1", ""));
    EXPECT_EQ(key_after("4k3/8/8/8/8/8/8/4K2R w - - 0 1", ""),
              key_after("4k3/8/8/8/8/8/8/4K2R w - - 9 50", ""));
    EXPECT_EQ(Rules::key(Position()), Rules::repetition_key(Position()));
}

TEST(Chess, captures_and_pawn_moves_are_irreversible) {
    const Position position = Rules::read_fen("r3k2r/8/8/3pP3/8/8/P7/R3K2R w KQkq d6 0 1");
    const auto is_irreversible = [&](const char* text) {
        return Rules::is_irreversible(position, Rules::read_coordinates(position, text).value());
    };
    EXPECT_TRUE(is_irreversible("a2a3"));
    EXPECT_TRUE(is_irreversible("e5d6"));
    EXPECT_TRUE(is_irreversible("h1h8"));
    EXPECT_FALSE(is_irreversible("h1h7"));
    EXPECT_FALSE(is_irreversible("e1e2"));
    EXPECT_FALSE(is_irreversible("e1g1")) << "castling takes nothing";
}

struct Reached {
    std::size_t all;
    std::int64_t quiet;
};

/// Expects so many different positions after one, two and more moves from the start.
void expect_reached(std::initializer_list<Reached> after_each) {
    std::vector<Position> positions{Position()};
    for (const Reached& reached : after_each) {
        std::set<referee::CanonicalKey> seen;
        std::vector<Position> next;
        for (const Position& position : positions) {
            for (const Move move : Rules::moves(position)) {
                const Position after = Rules::after(position, move);
                if (seen.insert(Rules::key(after)).second) {
                    next.push_back(after);
                }
            }
        }
        positions = std::move(next);
        EXPECT_EQ(positions.size(), reached.all);
        EXPECT_EQ(std::ranges::count_if(positions, Rules::is_quiet), reached.quiet);
    }
}

/// Source of the numbers of all positions: OEIS A083276. The quiet ones were counted here.
TEST(ChessKey, tells_all_positions_after_up_to_three_moves_apart) {
    expect_reached({{20, 20}, {400, 400}, {5'362, 5'358}});
}
TEST(ChessKeySlow, tells_all_positions_after_up_to_four_moves_apart) {
    expect_reached({{20, 20}, {400, 400}, {5'362, 5'358}, {72'078, 71'958}});
}

/// Calls `check` with each position of some random games of `G` from `start`, until the board ends them.
template<class G, class Check>
void for_each_of_games(const typename G::Position& start, std::uint64_t seed, Check&& check) {
    referee::SplitMix64 random(seed);
    for (int game = 0; game < 8; ++game) {
        typename G::Position position = start;
        for (int plies = 0;; ++plies) {
            ASSERT_LE(plies, G::kTurns);
            check(position);
            const auto moves = G::moves(position);
            if (moves.empty() || testing::Test::HasFatalFailure()) {
                break;
            }
            position = G::after(position, moves[random.below(moves.size())]);
        }
    }
}

template<class G>
void expect_sound(const typename G::Position& position) {
    ASSERT_EQ(G::moves(position).empty(), G::ending(position).has_value());
    ASSERT_EQ(G::read_fen(G::fen(position)), position) << G::fen(position);
    ASSERT_EQ(G::fen(G::read_fen(G::fen(position))), G::fen(position));
    std::set<std::string> texts;
    std::set<std::string> numbers;
    for (const Move move : G::moves(position)) {
        const std::string text = G::coordinates(position, move);
        ASSERT_TRUE(texts.insert(text).second) << text << " in " << G::fen(position);
        ASSERT_TRUE(numbers.insert(to_string(G::numbers(move))).second);
        ASSERT_EQ(G::read_coordinates(position, text), move) << text << " in " << G::fen(position);
        ASSERT_EQ(G::named(G::numbers(move)), move);
        ASSERT_TRUE(G::is_legal(position, move));
        const auto after = G::after(position, move);
        ASSERT_FALSE(after.is_in_check(position.to_move));
        ASSERT_EQ(after.half_moves == 0, G::is_irreversible(position, move));
        ASSERT_NE(G::key(after), G::key(position));
    }
}

TEST(ChessGames, texts_and_numbers_of_random_games_come_back) {
    std::map<Termination, int> endings;
    for_each_of_games<Rules>(Position(), 1, [&](const Position& position) {
        expect_sound<Rules>(position);
        if (const auto ending = Rules::ending(position)) {
            ++endings[*ending];
        }
    });
    EXPECT_GE(endings.size(), 2u);
}

TEST(Chess960Games, texts_and_numbers_of_random_games_come_back) {
    for (const char* fen : {"bqrbnnkr/pppppppp/8/8/8/8/PPPPPPPP/BQRBNNKR w HChc - 0 1",
                            "1r1nkr2/p3p3/8/8/8/8/P5P1/R2K1R2 w FAfb - 0 1",
                            "rbbkqnnr/pppppppp/8/8/8/8/PPPPPPPP/NBBNRQKR w HEha - 0 1"}) {
        for_each_of_games<chess960::Rules>(
            chess960::Rules::read_fen(fen), 2,
            [](const chess960::Position& position) { expect_sound<chess960::Rules>(position); });
    }
}

TEST(Chess, a_position_with_15_queens_has_room_for_its_moves) {
    const Position position = Rules::read_fen("Q2Q2Q1/1Q3Q1Q/Q3Q3/2Q3Q1/Q4Q2/1Q1Q2Q1/6pp/K5nk w - - 0 1");
    EXPECT_GT(legal_moves(position).size(), 150u);
    EXPECT_LE(legal_moves(position).size(), kMostMoves);
}

TEST(ChessDrawing, has_letters_and_marks_what_moved) {
    const Position position = Rules::read_fen("r3k2r/8/8/3pP3/8/8/P7/R3K2R w KQkq d6 0 1");
    const auto text_after = [&](const char* move) {
        const referee::Drawing drawing =
            Rules::draw(position, Rules::read_coordinates(position, move).value());
        std::string text;
        for (std::size_t i = 0; i < drawing.cells.size(); ++i) {
            const referee::Cell& cell = drawing.cells[i];
            EXPECT_EQ(cell.stone.has_value(), cell.letter != '\0');
            text += cell.mark == CellMark::Placed ? "+" : cell.mark == CellMark::Left ? "-" : "";
            text += cell.stone ? std::string(1, cell.letter) : ".";
            text += i % 8 == 7 ? "/" : "";
        }
        return text;
    };
    EXPECT_EQ(text_after("e1g1"),
              "r...k..r/......../......../...pP.../......../......../P......./R...-.+R+K-./");
    EXPECT_EQ(text_after("e5d6"),
              "r...k..r/......../...+P..../...-.-..../......../......../P......./R...K..R/");
    EXPECT_EQ(text_after("a1d1"),
              "r...k..r/......../......../...pP.../......../......../P......./-...+RK..R/");
    const referee::Drawing drawing = Rules::draw(position);
    EXPECT_EQ(drawing.columns, 8u);
    EXPECT_EQ(drawing.cells[0].stone, Side::Second);
    EXPECT_EQ(drawing.cells[63].stone, Side::First);
    EXPECT_EQ(drawing.cells[63].letter, 'R');
}

TEST(ChessWords, say_what_a_move_does) {
    struct Row {
        const char* fen;
        const char* move;
        const char* deed;
        const char* effect;
    };
    for (const Row& row : {
             Row{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3",
                 "moves the knight g1 -> f3", ""},
             Row{"r3k2r/8/8/3pP3/8/8/P7/R3K2R w KQkq d6 0 1", "e5d6", "moves the pawn e5 -> d6",
                 "takes a pawn en passant"},
             Row{"r3k2r/8/8/3pP3/8/8/P7/R3K2R w KQkq d6 0 1", "h1h8", "moves the rook h1 -> h8",
                 "takes a rook, check"},
             Row{"r3k2r/8/8/3pP3/8/8/P7/R3K2R w KQkq d6 0 1", "e1c1", "castles e1c1", ""},
             Row{"1n5k/P7/6K1/8/8/8/8/8 w - - 0 1", "a7b8q", "moves the pawn a7 -> b8",
                 "takes a knight, promotes to a queen, checkmate"},
         }) {
        const Position position = Rules::read_fen(row.fen);
        const auto words = Rules::words(position, Rules::read_coordinates(position, row.move).value());
        EXPECT_EQ(words.deed, row.deed);
        EXPECT_EQ(words.effect, row.effect) << row.deed;
    }
}

} // namespace
} // namespace chess
