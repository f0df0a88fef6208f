// Messages of the referee with random errors, read by an agent of each game.

#include "agents/program/session.hpp"
#include "referee/base/text.hpp"
#include "referee/rules/games.hpp"
#include "tests/support/mutation.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace search {
namespace {

using referee::kGames;
using referee::MoveNumbers;
using referee::to_printable;
using referee::testing_support::Mutator;
using referee::testing_support::Verdicts;

constexpr int kMessages = 5000; // of each kind and game

TEST(MutatedReady, names_a_game_only_if_it_is_one_of_the_documented_messages) {
    std::set<std::string> right{"READY FIRST", "READY SECOND"};
    std::vector<std::string> words{"READY", "FIRST", "SECOND", "THIRD", "ready"};
    for (const auto game : kGames) {
        words.emplace_back(name(game));
        for (const std::string side : {"FIRST", "SECOND"}) {
            const std::string ready = "READY " + side + " " + std::string(name(game));
            right.insert(ready);
            EXPECT_EQ(game_of_ready(ready), name(game));
        }
    }
    Mutator mutate(words);
    const std::vector<std::string> messages(right.begin(), right.end());
    Verdicts verdicts;
    for (int i = 0; i < kMessages; ++i) {
        const std::string text = mutate(messages[mutate.below(messages.size())]);
        SCOPED_TRACE(to_printable(text, 400));
        const auto named = game_of_ready(text);
        const bool is_a_game = named && referee::game_named(*named);
        ASSERT_EQ(is_a_game, right.contains(text));
        verdicts.add(is_a_game);
        if (named) { // what an agent cannot play is what stands after the side
            ASSERT_TRUE(text.ends_with(*named) || *named == name(referee::kDefaultGame));
        }
    }
    verdicts.expect_both();
}

TEST(MutatedOpponentsMove, is_refused_or_is_the_message_that_it_prints_as) {
    for (const auto game : kGames) {
        SCOPED_TRACE(name(game));
        const std::size_t numbers = facts_of(game).numbers;
        Mutator mutate({"OPP", "OPP ", "TURN ", "-1", " 7", "12"});
        Verdicts verdicts;
        for (int i = 0; i < kMessages; ++i) {
            std::string message = "OPP";
            for (std::size_t n = 0; n <= numbers; ++n) {
                message += " " + std::to_string(mutate.below(9));
            }
            const std::string text = mutate(message);
            SCOPED_TRACE(to_printable(text, 400));
            const auto move = opponents_move(text, numbers);
            verdicts.add(move.has_value());
            if (move) {
                ASSERT_EQ(move->size(), numbers);
                ASSERT_EQ(opponents_move("OPP " + to_string(*move) + " 0", numbers), *move);
                ASSERT_TRUE(text.starts_with("OPP "));
                ASSERT_EQ(text.find_first_not_of("OP 0123456789-\t"), std::string::npos);
            }
        }
        verdicts.expect_both();
    }
}

TEST(MutatedTurn, is_refused_or_tells_a_time_that_is_written_in_it) {
    Mutator mutate({"TURN", "TURN ", "OPP ", "-1", "9223372036854775808"});
    Verdicts verdicts;
    for (int i = 0; i < kMessages; ++i) {
        const std::string text =
            mutate("TURN " + std::to_string(mutate.below(100'000)) + " " + std::to_string(mutate.below(10)));
        SCOPED_TRACE(to_printable(text, 400));
        const auto left = time_left(text);
        verdicts.add(left.has_value());
        if (left) {
            ASSERT_GE(left->count(), 0);
            ASSERT_NE(text.find(std::to_string(left->count())), std::string::npos);
            ASSERT_EQ(text.find_first_not_of("TURN 0123456789-"), std::string::npos);
        }
    }
    verdicts.expect_both();
}

TEST(MutatedOpening, is_refused_or_is_the_legal_moves_that_it_prints_as) {
    for (const auto game : kGames) {
        SCOPED_TRACE(name(game));
        with_game(game, []<class G>(G) {
            Mutator mutate({"OPENING", "OPENING ", "1", "40", "4294967296", "-1", " 2"});
            Verdicts verdicts;
            for (int i = 0; i < kMessages; ++i) {
                typename G::Position position;
                std::string moves;
                std::size_t count = 0;
                for (const std::size_t most = mutate.below(6); count < most && !G::ending(position);
                     ++count) {
                    const auto legal = G::moves(position);
                    const auto move = legal[mutate.below(legal.size())];
                    moves += " " + to_string(G::numbers(move));
                    position = G::after(position, move);
                }
                const std::string text = mutate("OPENING " + std::to_string(count) + moves);
                SCOPED_TRACE(to_printable(text, 400));
                const auto after = position_after_opening<G>(text);
                verdicts.add(after.has_value());
                if (!after) {
                    continue;
                }
                const auto read = moves_of_opening(text, G::kNumbers);
                ASSERT_TRUE(read);
                std::string printed = "OPENING " + std::to_string(read->size());
                referee::Board board{typename G::Position()};
                for (const MoveNumbers& move : *read) {
                    printed += " " + to_string(move);
                    board = board.after(move).value();
                }
                ASSERT_EQ(referee::Board(*after), board);
                ASSERT_EQ(moves_of_opening(printed, G::kNumbers), read);
            }
            verdicts.expect_both();
        });
    }
}

} // namespace
} // namespace search
