#include "sprt/schedule/schedule.hpp"

#include <gtest/gtest.h>

namespace sprt {
namespace {

using referee::Player;

TEST(Schedule, pair_is_two_consecutive_games_with_swapped_seats_and_one_opening) {
    Schedule schedule(std::nullopt, std::nullopt, false);
    for (std::uint64_t i = 0; i < 1000; ++i) {
        const auto game = schedule.next();
        ASSERT_TRUE(game);
        EXPECT_EQ(game->game, i);
        EXPECT_EQ(game->pair, i / 2);
        EXPECT_EQ(game->opening, i / 2);
        EXPECT_EQ(game->first, i % 2 == 0 ? Player::Agent1 : Player::Agent2);
    }
    EXPECT_FALSE(schedule.book_is_used_up());
}

TEST(Schedule, schedule_ends_at_the_limit_of_games) {
    for (const std::uint64_t games : {0U, 1U, 5U, 6U}) {
        Schedule schedule(games, std::nullopt, true);
        for (std::uint64_t i = 0; i < games; ++i) {
            EXPECT_TRUE(schedule.next());
        }
        EXPECT_FALSE(schedule.next());
        EXPECT_FALSE(schedule.next());
        EXPECT_FALSE(schedule.book_is_used_up());
    }
}

TEST(Schedule, schedule_ends_after_the_last_opening) {
    Schedule schedule(std::nullopt, 3, false);
    for (std::uint64_t i = 0; i < 6; ++i) {
        EXPECT_EQ(schedule.next()->opening, i / 2);
    }
    EXPECT_FALSE(schedule.book_is_used_up());
    EXPECT_FALSE(schedule.next());
    EXPECT_TRUE(schedule.book_is_used_up());
}

TEST(Schedule, reused_book_begins_again_after_its_last_opening) {
    Schedule schedule(16, 3, true);
    for (std::uint64_t i = 0; i < 16; ++i) {
        const auto game = schedule.next();
        EXPECT_EQ(game->pair, i / 2);
        EXPECT_EQ(game->opening, i / 2 % 3);
    }
    EXPECT_FALSE(schedule.next());
    EXPECT_FALSE(schedule.book_is_used_up());
}

TEST(Schedule, limit_of_games_takes_precedence_over_the_end_of_the_book) {
    Schedule schedule(6, 3, false);
    while (schedule.next()) {
    }
    EXPECT_FALSE(schedule.book_is_used_up());
}

TEST(Schedule, empty_book_is_used_up_at_once) {
    for (const bool reuses : {false, true}) {
        Schedule schedule(std::nullopt, 0, reuses);
        EXPECT_FALSE(schedule.next());
        EXPECT_TRUE(schedule.book_is_used_up());
    }
}

/// The number of openings may be unknown until an opening after the last one is asked for.
TEST(Schedule, book_of_unknown_size_may_end) {
    for (const bool reuses : {false, true}) {
        Schedule schedule(std::nullopt, std::nullopt, reuses);
        for (int i = 0; i < 4; ++i) {
            static_cast<void>(schedule.next());
        }
        ASSERT_EQ(schedule.next()->opening, 2u);
        schedule.book_ends(2);
        const auto next = schedule.next();
        ASSERT_EQ(next.has_value(), reuses);
        EXPECT_EQ(schedule.book_is_used_up(), !reuses);
        if (next) {
            EXPECT_EQ(next->game, 4u);
            EXPECT_EQ(next->opening, 0u);
        }
    }
}

/// The later game may be the second one of its pair.
TEST(Schedule, schedule_from_a_later_game_equals_the_rest_of_the_whole_schedule) {
    const std::optional<std::uint64_t> none;
    for (const auto games : {none, std::optional<std::uint64_t>(13)}) {
        for (const auto book : {none, std::optional<std::uint64_t>(3)}) {
            for (const bool reuses : {false, true}) {
                for (std::uint64_t first = 0; first < 16; ++first) {
                    Schedule whole(games, book, reuses);
                    bool has_ended = false; // no run is resumed after its last game
                    for (std::uint64_t i = 0; i < first; ++i) {
                        has_ended = has_ended || !whole.next();
                    }
                    if (has_ended) {
                        continue;
                    }
                    Schedule rest(games, book, reuses, first);
                    for (int i = 0; i < 20; ++i) {
                        const auto expected = whole.next();
                        const auto game = rest.next();
                        ASSERT_EQ(game.has_value(), expected.has_value());
                        if (game) {
                            EXPECT_EQ(game->game, expected->game);
                            EXPECT_EQ(game->pair, expected->pair);
                            EXPECT_EQ(game->first, expected->first);
                            EXPECT_EQ(game->opening, expected->opening);
                        }
                    }
                    EXPECT_EQ(rest.book_is_used_up(), whole.book_is_used_up());
                }
            }
        }
    }
}

} // namespace
} // namespace sprt
