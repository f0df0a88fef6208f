#include "sprt/ledger/same_draws.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sprt {
namespace {

using referee::Winner;

GameResult drawn(std::uint64_t moves) {
    return {.game = 0, .pair = 0, .opening = 1, .moves = moves, .winner = Winner::Draw};
}

/// After how many of `games` the draws are noticed; 0: never.
std::size_t noticed_after(const std::vector<GameResult>& games) {
    SameDraws draws;
    std::size_t noticed = 0;
    for (std::size_t i = 0; i < games.size(); ++i) {
        if (draws.add(games[i])) {
            EXPECT_EQ(noticed, 0u) << "it is said once";
            noticed = i + 1;
        }
    }
    return noticed;
}

TEST(SameDraws, six_games_that_repeat_two_draws_are_noticed_once) {
    const std::vector<GameResult> same{drawn(1), drawn(2), drawn(1), drawn(2),
                                       drawn(1), drawn(2), drawn(1), drawn(2)};
    EXPECT_EQ(noticed_after(same), 6u);
    EXPECT_EQ(noticed_after({same.begin(), same.begin() + 5}), 0u);
}

TEST(SameDraws, other_moves_or_another_result_are_not) {
    std::vector<GameResult> games{drawn(1), drawn(2), drawn(1), drawn(2), drawn(1), drawn(2), drawn(1)};
    for (std::size_t i = 0; i < SameDraws::kGames; ++i) {
        std::vector<GameResult> won = games;
        won[i].winner = Winner::Agent1;
        EXPECT_EQ(noticed_after(won), 0u) << i;
        std::vector<GameResult> other = games;
        other[i].moves = 9;
        EXPECT_EQ(noticed_after(other), 0u) << i;
        std::vector<GameResult> unscored = games;
        unscored[i].winner.reset();
        EXPECT_EQ(noticed_after(unscored), 0u) << i;
    }
}

} // namespace
} // namespace sprt
