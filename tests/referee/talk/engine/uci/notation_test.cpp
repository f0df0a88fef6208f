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
    for (const char* word :
         {"O-O", "P@h1", "P@a7", "a0", "d", "P@", "N@d1", "d11", "e2e4", "9999", "h9h9", "h1h1", "\xff"}) {
        const std::string fault = fault_of(word, Board(Game::ConnectFour));
        EXPECT_TRUE(fault.starts_with("protocol_error: sent 'bestmove ")) << word << ": " << fault;
        EXPECT_TRUE(fault.ends_with("', which names no move")) << word << ": " << fault;
    }
}

/// In whole games of each game by chance.
TEST(UciMove, what_is_written_of_each_legal_move_is_read_as_a_move_to_the_same_board) {
    for (const Game game : kGames) {
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

Board chess_at(std::string_view fen, Game game = Game::Chess) {
    return read_fen(game, fen);
}

TEST(UciChess, castling_is_two_squares_of_the_king_or_king_takes_rook_by_the_rules) {
    const std::string_view both = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    EXPECT_EQ(move_text(chess_at(both), {51, 81, 0}), "e1g1");
    EXPECT_EQ(move_text(chess_at(both, Game::Chess960), {51, 81, 0}), "e1h1");
    for (const char* word : {"e1g1", "E1G1", "e1h1"}) {
        EXPECT_EQ(std::get<MoveNumbers>(read_move(word, chess_at(both))), (MoveNumbers{51, 81, 0})) << word;
    }
    EXPECT_EQ(std::get<MoveNumbers>(read_move("e1a1", chess_at(both, Game::Chess960))),
              (MoveNumbers{51, 11, 0}));
    EXPECT_TRUE(fault_of("e1c1", chess_at(both, Game::Chess960)).starts_with("illegal_move: "));
}

TEST(UciChess, what_is_wrong_with_a_move_is_said) {
    const Board start(Game::Chess);
    for (const char* word : {"(none)", "0000", "NULL", "resign", "e2e2"}) {
        EXPECT_EQ(fault_of(word, start), "illegal_move: gave no move: there are 20 legal ones") << word;
    }
    EXPECT_EQ(fault_of("e2e5", start), "illegal_move: played e2e5: the pawn on e2 does not reach e5");
    EXPECT_EQ(fault_of("e3e4", start), "illegal_move: played e3e4: no piece of its own on e3");
    EXPECT_EQ(fault_of("O-O", start), "protocol_error: sent 'bestmove O-O', which names no move");
    const Board promotes = chess_at("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    EXPECT_EQ(fault_of("a7a8", promotes), "illegal_move: played a7a8: a7a8 needs a promotion: q, r, b or n");
    EXPECT_EQ(std::get<MoveNumbers>(read_move("a7a8Q", promotes)), (MoveNumbers{17, 18, 5}));
}

TEST(UciChess, lines_may_not_go_on_behind_the_end_of_the_game) {
    const engine::Dialect& dialect = engine::dialect_of(Protocol::Uci);
    const auto is_legal = [&](std::string_view fen, std::string_view line) {
        return !engine::fault_of_line(dialect, line, {}, Course(chess_at(fen)));
    };
    EXPECT_TRUE(is_legal("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6g7"));
    EXPECT_FALSE(is_legal("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6g7 h8g8"));
    EXPECT_FALSE(is_legal("7k/8/5KQ1/8/8/8/8/8 w - - 99 80", "g6g1 h8h7"));
    EXPECT_TRUE(is_legal("4k2r/8/8/8/8/8/8/4K2R w - - 0 1", "h1h2 h8h7 h2h1 h7h8 h1h2 h8h7 h2h1 h7h8"));
    EXPECT_FALSE(is_legal("4k2r/8/8/8/8/8/8/4K2R w - - 0 1", "h1h2 h8h7 h2h1 h7h8 h1h2 h8h7 h2h1 h7h8 h1h2"));
}

TEST(UciChess, line_of_a_mate_ends_in_it) {
    using enum engine::LineFault;
    constexpr auto kWhiteMates = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";
    constexpr auto kBlackIsMated = "7k/R7/8/8/8/8/8/1R2K3 b - - 0 1";
    constexpr auto kDraws = "7k/8/5KQ1/8/8/8/8/8 w - - 99 80";
    struct Row {
        const char* fen;
        int moves; ///< as in `score mate`
        const char* line;
        std::optional<engine::LineFault> fault;
    };
    for (const Row& row : {
             Row{kWhiteMates, 2, "a2a7 h8g8 b1b8", std::nullopt},
             Row{kWhiteMates, 3, "a2a7 h8g8 b1b8", std::nullopt}, // a shorter one than it said
             Row{kWhiteMates, 1, "a2a7 h8g8 b1b8", NoMate},
             Row{kWhiteMates, -2, "a2a7 h8g8 b1b8", NoMate}, // the other side is mated
             Row{kWhiteMates, 2, "a2a7 h8g8", NoMate},       // the line is cut short
             Row{kWhiteMates, 2, "a2a7 h8g8 b1b7", NoMate}, Row{kWhiteMates, 2, "a2a7 h8h7", Illegal},
             Row{kWhiteMates, 2, "", std::nullopt},
             Row{kWhiteMates, std::numeric_limits<int>::min(), "a2a7", NoMate},
             Row{kBlackIsMated, -1, "h8g8 b1b8", std::nullopt}, Row{kBlackIsMated, 0, "h8g8 b1b8", NoMate},
             Row{kBlackIsMated, 1, "h8g8 b1b8", NoMate}, Row{kDraws, 1, "g6g7", std::nullopt},
             Row{kDraws, 1, "g6g1", NoMate}, // ends the game in a draw
         }) {
        const auto fault = engine::fault_of_line(engine::dialect_of(Protocol::Uci), row.line,
                                                 engine::Score{row.moves, true}, Course(chess_at(row.fen)));
        EXPECT_EQ(fault, row.fault) << row.fen << ' ' << row.moves << ' ' << row.line;
    }
}

TEST(UciChess, option_of_chess960_is_that_of_its_rules_alone) {
    for (const Game game : kGames) {
        EXPECT_EQ(option_of_rules(game), game == Game::Chess960 ? "UCI_Chess960" : "") << rules_name(game);
        EXPECT_EQ(tells_moves(game), game == Game::Chess || game == Game::Chess960) << rules_name(game);
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
