#include "referee/rules/games.hpp"
#include "referee/rules/rules.hpp"
#include "tests/support/print.hpp"
#include "tests/support/repetitions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace referee {

namespace {

/// Calls `check` with each position of some random games of `G`, the start and the last one included, and
/// with the moves made so far.
template<class G, class Check>
void for_each_position(Check&& check) {
    std::mt19937_64 random(7);
    constexpr bool kIsLong = requires {
        G::repetition_key(typename G::Position());
    }; // hundreds of moves
    for (int game = 0; game < testing_support::repetitions(kIsLong ? 10 : 200); ++game) {
        typename G::Position position;
        std::vector<typename G::Move> made;
        while (true) {
            check(position, made);
            const auto moves = G::moves(position);
            if (moves.empty() || testing::Test::HasFatalFailure()) {
                break;
            }
            made.push_back(moves[random() % moves.size()]);
            position = G::after(position, made.back());
        }
    }
}

/// Calls `check` with the rules of each game.
template<class Check>
void for_each_game(Check&& check) {
    for (const Game game : kGames) {
        SCOPED_TRACE(rules_name(game));
        with_game(game, check);
    }
}

TEST(Games, have_rules_of_different_names_by_which_they_are_found) {
    std::set<std::string_view> names;
    for (const Game game : kGames) {
        EXPECT_TRUE(names.insert(rules_name(game)).second);
        EXPECT_EQ(rules_named(rules_name(game)), game);
        EXPECT_EQ(game_named(name(game), facts_of(game).rule_set), game);
        EXPECT_EQ(game_named(name(game)), by_own_rules(game));
        EXPECT_EQ(name(by_own_rules(game)), name(game));
        EXPECT_FALSE(game_named(name(game), "checkers"));
        EXPECT_EQ(Board(game).game(), game);
    }
    EXPECT_EQ(rules_name(Game::AtaxxUai), "uai");
    EXPECT_EQ(name(Game::AtaxxUai), "ataxx");
    EXPECT_EQ(by_own_rules(Game::AtaxxUai), Game::Ataxx);
    EXPECT_EQ(game_named("ataxx", "articles"), Game::Ataxx);
    EXPECT_EQ(game_named("ataxx", "uai"), Game::AtaxxUai);
    EXPECT_FALSE(game_named("connect-four", "articles"));
    EXPECT_FALSE(rules_named("articles")) << "logs call the game's own rules by its name";
    EXPECT_FALSE(game_named("uai"));
    EXPECT_EQ(rules_name(Game::Chess), "chess");
    EXPECT_EQ(game_named("chess"), Game::Chess);
    EXPECT_EQ(game_named("chess", "chess960"), Game::Chess960);
    EXPECT_EQ(rules_name(Game::Chess960), "chess960");
    EXPECT_FALSE(rules_named("orthodox"));
    EXPECT_FALSE(game_named("checkers"));
    EXPECT_FALSE(game_named(""));
    EXPECT_FALSE(game_named("Ataxx"));
}

TEST(Games, moves_are_legal_and_different_and_their_numbers_name_them) {
    for_each_game([]<class G>(G) {
        for_each_position<G>([](const auto& position, const auto&) {
            std::set<std::string> seen;
            for (const auto move : G::moves(position)) {
                ASSERT_TRUE(G::is_legal(position, move));
                const MoveNumbers numbers = G::numbers(move);
                ASSERT_EQ(numbers.size(), G::kNumbers);
                ASSERT_EQ(G::named(numbers), move);
                ASSERT_TRUE(seen.insert(to_string(numbers)).second);
            }
        });
    });
}

TEST(Games, a_game_has_moves_until_the_board_ends_it) {
    for_each_game([]<class G>(G) {
        for_each_position<G>([](const auto& position, const auto& made) {
            ASSERT_EQ(G::moves(position).empty(), G::ending(position).has_value());
            if (G::kEndsByItself) {
                ASSERT_LE(made.size(), static_cast<std::size_t>(G::kTurns));
            }
            const auto [first, second] = G::score(position);
            ASSERT_LE(std::max(first, second), G::kMostScore);
            ASSERT_GE(std::min(first, second), 0);
            if (G::is_quiet(position)) {
                ASSERT_FALSE(G::ending(position));
            }
        });
    });
}

TEST(Games, a_position_comes_back_from_its_text) {
    for_each_game([]<class G>(G) {
        EXPECT_EQ(G::read_fen(G::kStartFen), typename G::Position());
        EXPECT_EQ(G::fen(typename G::Position()), G::kStartFen);
        for_each_position<G>([](const auto& position, const auto&) {
            ASSERT_EQ(G::read_fen(G::fen(position)), position) << G::fen(position);
        });
    });
}

TEST(Games, images_of_moves_lead_to_positions_with_the_same_key_score_and_ending) {
    for_each_game([]<class G>(G) {
        for_each_position<G>([](const auto& position, const auto& made) {
            for (int image = 0; image < G::kImages; ++image) {
                typename G::Position other;
                for (const auto move : made) {
                    const auto moved = G::image(move, image);
                    ASSERT_TRUE(G::is_legal(other, moved));
                    other = G::after(other, moved);
                }
                ASSERT_EQ(G::key(other), G::key(position));
                ASSERT_EQ(G::score(other), G::score(position));
                ASSERT_EQ(G::ending(other), G::ending(position));
                ASSERT_EQ(G::is_quiet(other), G::is_quiet(position));
                if (image == 0) {
                    ASSERT_EQ(other, position);
                }
            }
        });
    });
}

TEST(Games, a_board_makes_the_moves_of_its_game_and_no_others) {
    for_each_game([]<class G>(G) {
        for_each_position<G>([](const auto& position, const auto&) {
            const Board board = position;
            ASSERT_EQ(board.to_move(), G::to_move(position));
            ASSERT_EQ(board.ending(), G::ending(position));
            ASSERT_EQ(board.score(), G::score(position));
            ASSERT_EQ(board.key(), G::key(position));
            ASSERT_EQ(read_fen(board.game(), G::fen(position)), board);
            ASSERT_EQ(draw(board).cells.size() % draw(board).columns, 0u);
            for (const auto move : G::moves(position)) {
                ASSERT_EQ(board.after(G::numbers(move)), Board(G::after(position, move)));
                ASSERT_FALSE(words_of(board, G::numbers(move)).deed.empty());
                const Drawing marked = draw(board, G::numbers(move));
                ASSERT_EQ(marked.cells.size(), draw(board).cells.size());
            }
            if (!board.ending()) {
                MoveNumbers far;
                for (std::size_t i = 0; i < G::kNumbers; ++i) {
                    far.push_back(999'999'999);
                }
                ASSERT_FALSE(board.after(far));
                ASSERT_NE(why_illegal(board, far).find("is not on the board"), std::string::npos);
                ASSERT_FALSE(board.after({}));
            }
        });
    });
}

TEST(Games, only_move_is_found_where_all_moves_lead_to_one_position) {
    struct Row {
        Game game;
        const char* fen;
        const char* numbers; ///< nullptr: there are several
        const char* kind;
    };
    for (const Row& row : {
             Row{Game::Ataxx, "7/7/7/7/ooo4/ooo4/xoo4 x 0 20", "-1 -1 -1 -1", "pass"},
             Row{Game::AtaxxUai, "7/7/7/7/ooo4/ooo4/xoo4 x 0 20", "-1 -1 -1 -1", "pass"},
             Row{Game::Ataxx, "xxxxxx1/xxxxxxo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo o 0 40", nullptr, ""},
             Row{Game::Ataxx, "1oooooo/xoooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo x 0 40", "2 1 1 1",
                 "clone"},
             Row{Game::Ataxx, "1xooooo/xoooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo x 0 40", "1 2 1 1",
                 "clone"}, // from either stone it is the same
             Row{Game::Ataxx, "1oooooo/ooooooo/xoooooo/ooooooo/ooooooo/ooooooo/ooooooo x 0 40", "3 1 1 1",
                 "jump"},
             Row{Game::Ataxx, "x5o/7/7/7/7/7/o5x x 0 1", nullptr, ""},
             Row{Game::TicTacToe, "xox/xo1/oxo x 5", "2 3", ""},
             Row{Game::TicTacToe, "3/1x1/3 o 1", nullptr, ""},
         }) {
        const auto only = only_move(read_fen(row.game, row.fen));
        ASSERT_EQ(only.has_value(), row.numbers != nullptr) << row.fen;
        if (only) {
            EXPECT_EQ(to_string(only->numbers), row.numbers) << row.fen;
            EXPECT_EQ(only->kind, row.kind) << row.fen;
        }
    }
}

TEST(Games, the_turn_limit_is_the_last_rule) {
    for (const Game game : kGames) {
        const Board start(game);
        EXPECT_EQ(board_verdict(Course(start, 4), 4), Termination::TurnLimit);
        EXPECT_EQ(board_verdict(Course(start, 3), 4), std::nullopt);
        const GameFacts& facts = facts_of(game);
        EXPECT_EQ(effective_turns(game, 2), 2);
        EXPECT_EQ(effective_turns(game, 100'000), facts.ends_by_itself ? facts.turns : 100'000);
    }
}

TEST(Games, perft_of_the_rules_counts_moves_made_one_by_one) {
    for_each_game([]<class G>(G) {
        const auto one_by_one = [](const auto& self, const typename G::Position& position,
                                   int depth) -> std::uint64_t {
            std::uint64_t leaves = depth == 0 ? 1 : 0;
            if (depth > 0) {
                for (const auto move : G::moves(position)) {
                    leaves += self(self, G::after(position, move), depth - 1);
                }
            }
            return leaves;
        };
        const typename G::Position start;
        for (int depth = 0; depth <= 4; ++depth) {
            EXPECT_EQ(perft<G>(start, depth, PerftCount::Messages), one_by_one(one_by_one, start, depth));
        }
    });
}

TEST(Games, legal_moves_have_different_notations_that_are_no_numbers) {
    for_each_game([]<class G>(G) {
        std::map<std::string, int> seen;
        const typename G::Position start;
        for (const auto move : G::moves(start)) {
            const std::string text = notation(Board(start).game(), G::numbers(move));
            EXPECT_TRUE(text.front() >= 'a' && text.front() <= 'h') << text;
            EXPECT_EQ(++seen[text], 1) << text;
        }
    });
}

TEST(Games, pieces_are_the_letters_of_the_fen) {
    for_each_game([]<class G>(G) {
        typename G::Position position;
        for (const Side side : kSides) {
            const std::string fen = G::fen(position);
            EXPECT_EQ(fen[fen.find(' ') + 1], G::kPieces[side]) << fen;
            position = G::after(position, G::moves(position)[0]);
        }
    });
}

} // namespace

namespace {

/// A token that is moved along a line, and a count of what was spent: a move that spends cannot be undone.
struct TokenGame {
    struct Position {
        int place = 0;
        int spent = 0;
    };
    struct Move {
        int to = 0;
        bool spends = false;
    };
    static CanonicalKey repetition_key(const Position& position) {
        return {static_cast<std::uint64_t>(position.place), static_cast<std::uint64_t>(position.spent)};
    }
    static bool is_irreversible(const Position& /*before*/, Move move) { return move.spends; }
    static Position after(Position before, Move move) {
        return {move.to, before.spent + (move.spends ? 1 : 0)};
    }
};

/// How often the position has stood at the start and after each move.
std::vector<int> times_of(const std::vector<TokenGame::Move>& moves) {
    Repetitions repetitions;
    TokenGame::Position position;
    repetitions.begin<TokenGame>(position);
    std::vector<int> times{repetitions.times()};
    for (const TokenGame::Move move : moves) {
        const TokenGame::Position before = position;
        position = TokenGame::after(before, move);
        repetitions.moved<TokenGame>(before, move, position);
        times.push_back(repetitions.times());
    }
    return times;
}

TEST(Repetitions, the_start_counts_and_so_does_each_return_to_it) {
    EXPECT_EQ(times_of({{1}, {0}, {1}, {0}}), (std::vector{1, 1, 2, 2, 3}));
}

TEST(Repetitions, nothing_before_an_irreversible_move_is_compared) {
    EXPECT_EQ(times_of({{1}, {0}, {0, true}, {1}, {0}, {1}, {0}}), (std::vector{1, 1, 2, 1, 1, 2, 2, 3}));
}

TEST(Repetitions, nothing_is_kept_of_a_game_without_the_rule) {
    Repetitions repetitions;
    repetitions.begin<ataxx::Rules>({});
    repetitions.reserve(100);
    EXPECT_EQ(repetitions.times(), 0);
}

TEST(Course, makes_legal_moves_and_counts_them) {
    Course course{Board(Game::TicTacToe)};
    EXPECT_TRUE(course.make({1, 1}));
    EXPECT_EQ(course.turns(), 1);
    EXPECT_EQ(course.board(), Board(Game::TicTacToe).after({1, 1}));
    EXPECT_FALSE(course.is_repeated());
}

TEST(Course, is_unchanged_by_a_move_that_is_not_legal) {
    Course course{Board(Game::TicTacToe)};
    ASSERT_TRUE(course.make({1, 1}));
    const Board before = course.board();
    EXPECT_FALSE(course.make({1, 1}));
    EXPECT_FALSE(course.make({9, 9}));
    EXPECT_EQ(course.board(), before);
    EXPECT_EQ(course.turns(), 1);
}

TEST(Course, turns_before_its_first_board_count_for_the_limit) {
    Course course(Board(Game::Ataxx), 7);
    ASSERT_TRUE(course.make({1, 1, 1, 2}));
    EXPECT_EQ(course.turns(), 8);
    EXPECT_EQ(board_verdict(course, 9), std::nullopt);
    EXPECT_EQ(board_verdict(course, 8), Termination::TurnLimit);
}

TEST(Course, the_board_comes_before_the_limit_of_turns) {
    Course course{Board(Game::TicTacToe)};
    for (const MoveNumbers& move : std::vector<MoveNumbers>{{1, 1}, {2, 1}, {1, 2}, {2, 2}, {1, 3}}) {
        ASSERT_TRUE(course.make(move));
    }
    EXPECT_EQ(board_verdict(course, 5), Termination::Line);
}

} // namespace

} // namespace referee
