#include "referee/base/seed.hpp"
#include "referee/rules/opening_text.hpp"
#include "referee/talk/engine/dialect.hpp"
#include "referee/talk/engine/uci/notation.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace referee::uci {
namespace {

std::string text_of(const Board& board, int full_move = 1) {
    std::string text;
    add_position(board, full_move, text);
    return text;
}

std::string fault_of(std::string_view word, const Board& board) {
    const auto answer = read_move(word, board);
    const auto* const fault = std::get_if<AgentFault>(&answer);
    return fault == nullptr ? "legal" : std::string(name(fault->termination)) + ": " + fault->reason;
}

Board after(Game game, const std::vector<MoveNumbers>& moves) {
    Board board(game);
    for (const MoveNumbers& move : moves) {
        board = board.after(move).value();
    }
    return board;
}

TEST(UciPosition, games_begin_as_fairy_stockfish_writes_them) {
    EXPECT_EQ(text_of(Board(Game::Ataxx)), "P5p/7/7/7/7/7/p5P w - - 0 1");
    EXPECT_EQ(text_of(Board(Game::ConnectFour)),
              "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1");
    EXPECT_EQ(text_of(Board(Game::TicTacToe)), "3/3/3[PPPPPpppp] w - - 0 1");
}

TEST(UciPosition, pieces_in_hand_are_those_that_fill_the_board) {
    EXPECT_EQ(text_of(after(Game::TicTacToe, {{1, 3}, {3, 1}}), 2), "2P/3/p2[PPPPppp] w - - 0 2");
    EXPECT_EQ(text_of(after(Game::ConnectFour, {{4}, {4}, {1}}), 2),
              "7/7/7/7/3p3/P2P3[PPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] b - - 0 2");
    EXPECT_EQ(text_of(read_start(Game::TicTacToe, "3/3/3 o 1").board), "3/3/3[PPPPppppp] b - - 0 1");
}

TEST(UciPosition, blocked_squares_are_stars_and_half_moves_are_0) {
    const Start start = read_start(Game::AtaxxUai, "x-1-1-o/7/7/2x4/7/7/o5x o 17 30");
    EXPECT_EQ(text_of(start.board, start.full_move), "P*1*1*p/7/7/2P4/7/7/p5P b - - 0 30");
}

TEST(UciMove, every_spelling_of_a_move_is_that_move) {
    struct Row {
        Board board;
        const char* word;
        MoveNumbers expected;
    };
    const Board ataxx(Game::Ataxx);
    const Board columns = after(Game::ConnectFour, {{4}, {4}});
    const Board squares(Game::TicTacToe);
    for (const Row& row :
         {Row{ataxx, "P@b7", {1, 1, 1, 2}}, Row{ataxx, "b7", {1, 1, 1, 2}}, Row{ataxx, "a7b7", {1, 1, 1, 2}},
          Row{ataxx, "a7c7", {1, 1, 1, 3}}, Row{ataxx, "A7C7", {1, 1, 1, 3}}, Row{columns, "P@d3", {4}},
          Row{columns, "p@D3", {4}}, Row{columns, "d3", {4}}, Row{columns, "P@a1", {1}},
          Row{squares, "P@a1", {3, 1}}, Row{squares, "P@b2", {2, 2}}, Row{squares, "c3", {1, 3}}}) {
        const auto answer = read_move(row.word, row.board);
        ASSERT_EQ(fault_of(row.word, row.board), "legal") << row.word;
        EXPECT_EQ(std::get<MoveNumbers>(answer), row.expected) << row.word;
    }
}

TEST(UciMove, a_pass_is_read_in_all_its_forms_and_written_as_a_stone_that_stays) {
    const Board board = read_fen(Game::Ataxx, "xoo4/ooo4/ooo4/7/7/7/7 x 0 1");
    for (const char* word : {"a7a7", "0000", "pass", "d1d1"}) {
        EXPECT_EQ(fault_of(word, board), "legal") << word;
    }
    EXPECT_EQ(move_text(board, {-1, -1, -1, -1}), "a7a7");
    const Board lower = read_fen(Game::Ataxx, "xoo4/ooo4/ooo4/7/4ooo/4ooo/4oox x 0 1");
    EXPECT_EQ(move_text(lower, {-1, -1, -1, -1}), "g1g1");
}

TEST(UciMove, what_is_not_legal_is_an_illegal_move_with_a_reason) {
    const Board columns = after(Game::ConnectFour, {{4}, {4}});
    EXPECT_EQ(fault_of("P@d2", columns), "illegal_move: played P@d2: d2 is not empty");
    EXPECT_EQ(fault_of("P@d4", columns), "illegal_move: played P@d4: d4 has nothing below it");
    EXPECT_EQ(fault_of("b2", after(Game::TicTacToe, {{2, 2}})), "illegal_move: played b2: b2 is not empty");
    EXPECT_EQ(fault_of("g1d1", Board(Game::Ataxx)),
              "illegal_move: played g1d1: (7,4)=d1 is 3 away, not 1 or 2");
}

TEST(UciMove, words_that_give_no_move_are_illegal_moves) {
    for (const char* word : {"(none)", "0000", "NULL", "resign", "a1a1", "pass"}) {
        EXPECT_EQ(fault_of(word, Board(Game::ConnectFour)),
                  "illegal_move: gave no move: there are 7 legal ones")
            << word;
    }
    EXPECT_EQ(fault_of("(none)", Board(Game::Ataxx)), "illegal_move: gave no move: there are 16 legal ones");
    EXPECT_EQ(fault_of("resign", after(Game::TicTacToe,
                                       {{1, 1}, {1, 2}, {1, 3}, {2, 1}, {2, 3}, {2, 2}, {3, 1}, {3, 3}})),
              "illegal_move: gave no move: there is 1 legal one");
    EXPECT_EQ(fault_of("a1a1", Board(Game::Ataxx)),
              "illegal_move: played a1a1: it may not pass while it has a move");
}

TEST(UciMove, what_names_no_move_is_a_protocol_error) {
    for (const char* word : {"O-O", "P@h1", "P@a7", "a0", "d", "P@", "N@d1", "d11", "e2e4", "9999", "h9h9", "h1h1", "\xff"}) {
        const std::string fault = fault_of(word, Board(Game::ConnectFour));
        EXPECT_TRUE(fault.starts_with("protocol_error: sent 'bestmove ")) << word << ": " << fault;
        EXPECT_TRUE(fault.ends_with("', which names no move")) << word << ": " << fault;
    }
}

/// In whole games of each game by chance.
TEST(UciMove, what_is_written_of_each_legal_move_is_read_as_a_move_to_the_same_board) {
    for (const Game game : kGames) {
        if (variant_of(game) == "chess") {
            continue; // engines do not play it yet
        }
        SplitMix64 random(11);
        int moves_read = 0;
        for (int round = 0; round < 20; ++round) {
            Board board(game);
            for (int turn = 0; turn < 80 && !board.ending(); ++turn) {
                board = std::visit(
                    [&]<class Position>(const Position& position) -> Board {
                        const auto moves = RulesOf<Position>::moves(position);
                        for (const auto move : moves) {
                            const MoveNumbers numbers = RulesOf<Position>::numbers(move);
                            const std::string text = move_text(board, numbers);
                            const auto again = read_move(text, board);
                            EXPECT_EQ(fault_of(text, board), "legal") << text;
                            EXPECT_EQ(board.after(std::get<MoveNumbers>(again)), board.after(numbers))
                                << text;
                            ++moves_read;
                        }
                        return RulesOf<Position>::after(position, moves[random.below(moves.size())]);
                    },
                    board.position());
            }
        }
        EXPECT_GT(moves_read, 500) << rules_name(game);
    }
}

TEST(Variant, each_game_has_the_name_that_fairy_stockfish_gives_it) {
    EXPECT_EQ(variant_of(Game::Ataxx), "ataxx");
    EXPECT_EQ(variant_of(Game::AtaxxUai), "ataxx");
    EXPECT_EQ(variant_of(Game::ConnectFour), "cfour");
    EXPECT_EQ(variant_of(Game::TicTacToe), "tictactoe");
}

} // namespace
} // namespace referee::uci
