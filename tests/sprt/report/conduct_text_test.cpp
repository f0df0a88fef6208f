#include "sprt/report/conduct_text.hpp"
#include "tests/sprt/config/plans.hpp"
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

TEST(ConductText, remedy_of_repeats_names_the_agents_that_lack_opening) {
    struct Row {
        const char* openings;
        referee::PerPlayer<bool> lacks;
        const char* remedy;
    };
    for (const auto& [openings, lacks, remedy] : {
             Row{"random:4",
                 {true, false},
                 "Agent 1 does not offer OPENING, so that all games begin at the "
                 "start: answer OK OPENING to READY (docs/protocol.md), or choose "
                 "moves by chance that REFEREE_SEED seeds."},
             Row{"random:4",
                 {true, true},
                 "Agent 1 and agent 2 do not offer OPENING, so that all games begin "
                 "at the start: answer OK OPENING to READY (docs/protocol.md), or "
                 "choose moves by chance that REFEREE_SEED seeds."},
             Row{"random:4",
                 {false, false},
                 "More openings, or chance that REFEREE_SEED seeds, give other games."},
             Row{"start",
                 {true, true},
                 "Openings (--openings random:4), or chance that REFEREE_SEED seeds, give "
                 "other games."},
         }) {
        Config config;
        config.openings = openings;
        RunState state;
        state.conduct.lacks_opening = lacks;
        EXPECT_EQ(repeats_remedy(plan_for(config), state), remedy);
    }
}

} // namespace
} // namespace sprt
