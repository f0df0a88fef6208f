// FEN and lists of moves with random errors, in each game.

#include "referee/base/text.hpp"
#include "referee/rules/opening_text.hpp"
#include "tests/support/mutation.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <variant>

namespace referee {
namespace {

using testing_support::Mutator;
using testing_support::read_or_refused;
using testing_support::Verdicts;

constexpr int kTexts = 6000; // of each kind and game

/// A random move from `board`, whose game must go on.
MoveNumbers random_move(const Board& board, Mutator& random) {
    return std::visit(
        [&](const auto& position) {
            using Rules = RulesOf<decltype(position)>;
            const auto moves = Rules::moves(position);
            return Rules::numbers(moves[random.below(moves.size())]);
        },
        board.position());
}

/// The FEN of a position after up to 12 random moves.
template<class G>
std::string random_fen(Mutator& random) {
    typename G::Position position;
    for (std::size_t left = random.below(13); left > 0 && !G::ending(position); --left) {
        const auto moves = G::moves(position);
        position = G::after(position, moves[random.below(moves.size())]);
    }
    return G::fen(position);
}

TEST(MutatedFen, is_refused_in_words_or_read_and_printed_again_as_the_same_position) {
    for (const Game game : kGames) {
        SCOPED_TRACE(name(game));
        with_game(game, []<class G>(G) {
            Mutator mutate({"x", "o", "r", "y", "-", "/", "1", "7", "8", "x 0 1", std::string(G::kStartFen)});
            const typename G::Position start;
            Verdicts verdicts;
            for (int i = 0; i < kTexts; ++i) {
                const std::string text = mutate(random_fen<G>(mutate));
                SCOPED_TRACE(to_printable(text, 400));
                const auto position = read_or_refused(text, [](const auto& fen) { return G::read_fen(fen); });
                verdicts.add(position.has_value());
                if (position) {
                    const std::string printed = G::fen(*position);
                    ASSERT_EQ(G::read_fen(printed), *position);
                    ASSERT_EQ(G::fen(G::read_fen(printed)), printed);
                    ASSERT_EQ(G::moves(*position).empty(), G::ending(*position).has_value());
                    ASSERT_EQ(draw(Board(*position)).cells.size(), draw(Board(start)).cells.size());
                }
            }
            verdicts.expect_both();
        });
    }
}

/// A list of up to 12 random moves from the start, as make_moves() reads it.
std::string random_list(Game game, Mutator& random) {
    std::string text;
    Board board(game);
    const bool is_joined = facts_of(game).numbers == 1 && random.below(2) == 0;
    for (std::size_t left = random.below(13); left > 0 && !board.ending(); --left) {
        const MoveNumbers move = random_move(board, random);
        text += text.empty() || is_joined ? "" : " ";
        text += to_string(move);
        board = board.after(move).value();
    }
    return text;
}

TEST(MutatedMoveList, is_refused_in_words_or_is_the_moves_that_it_prints_as) {
    for (const Game game : kGames) {
        SCOPED_TRACE(name(game));
        Mutator mutate({"1 1", "2 2", "7", "-1 -1 -1 -1", "1 1 1 2", "4444444", ","});
        Verdicts verdicts;
        for (int i = 0; i < kTexts; ++i) {
            const std::string text = mutate(random_list(game, mutate));
            SCOPED_TRACE(to_printable(text, 400));
            const std::size_t most = mutate.below(16);
            const MayEnd may_end = mutate.below(2) == 0 ? MayEnd::No : MayEnd::Yes;
            const auto made = read_or_refused(
                text, [=](const std::string& list) { return make_moves(game, list, most, may_end); });
            verdicts.add(made.has_value());
            if (!made) {
                continue;
            }
            ASSERT_LE(made->moves.size(), most);
            ASSERT_TRUE(may_end == MayEnd::Yes || made->moves.empty() || !made->board.ending());
            std::string printed;
            Board board(game);
            for (const MoveNumbers& move : made->moves) {
                printed += (printed.empty() ? "" : " ") + to_string(move);
                ASSERT_FALSE(board.ending());
                board = board.after(move).value();
            }
            ASSERT_EQ(made->board, board);
            const MadeMoves again = make_moves(game, printed, most, may_end);
            ASSERT_EQ(again.moves, made->moves);
            ASSERT_EQ(again.board, board);
        }
        verdicts.expect_both();
    }
}

TEST(RandomNumbers, are_a_legal_move_or_illegal_for_a_reason_in_words) {
    for (const Game game : kGames) {
        SCOPED_TRACE(name(game));
        Mutator random({});
        Verdicts verdicts;
        Board board(game);
        for (int i = 0; i < kTexts; ++i) {
            board = board.ending() ? Board(game) : board;
            MoveNumbers numbers;
            if (random.below(4) == 0) { // of three numbers hardly any by chance are a move
                numbers = random_move(board, random);
            }
            while (numbers.size() < facts_of(game).numbers) {
                constexpr std::array kFar{-999'999'999, -1, 0, 8, 9, 999'999'999};
                numbers.push_back(random.below(8) == 0 ? kFar[random.below(kFar.size())]
                                                       : static_cast<int>(1 + random.below(7)));
            }
            const auto after = board.after(numbers);
            verdicts.add(after.has_value());
            if (!after) {
                const std::string why = why_illegal(board, numbers);
                ASSERT_TRUE(testing_support::is_printable_line(why)) << why;
            }
            board = after.value_or(board.after(random_move(board, random)).value());
        }
        verdicts.expect_both();
    }
}

} // namespace
} // namespace referee
