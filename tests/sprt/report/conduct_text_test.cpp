#include "sprt/report/conduct_text.hpp"
#include "tests/sprt/play/fake_player.hpp"

#include <gtest/gtest.h>

#include <string>

namespace sprt {
namespace {

/// Games of `worker`, from game `first` on.
void add_games(GamesByWorker& workers, const std::string& worker, std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t game = first; game < first + count; ++game) {
        referee::GameRecord record = fake_game(game, referee::Winner::Draw);
        record.worker = worker;
        workers.add(record);
    }
}

TEST(WorkersLine, nothing_is_said_of_a_run_of_this_machine) {
    GamesByWorker workers;
    add_games(workers, "", 0, 4);
    EXPECT_EQ(workers_line(workers), "");
}

TEST(WorkersLine, who_played_the_most_is_named_first) {
    GamesByWorker workers;
    add_games(workers, "small", 0, 1);
    add_games(workers, "big", 1, 3);
    EXPECT_EQ(workers_line(workers), "Workers: big 3 games, small 1 game.\n");
}

TEST(WorkersLine, ten_are_named_and_the_others_counted) {
    GamesByWorker workers;
    for (std::uint64_t i = 0; i < 12; ++i) {
        add_games(workers, "w" + std::to_string(10 + i), i, 1);
    }
    const std::string text = workers_line(workers);
    EXPECT_TRUE(text.ends_with(", w19 1 game, and 2 more.\n")) << text;
}

} // namespace
} // namespace sprt
