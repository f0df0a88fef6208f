#include "sprt/schedule/tournament/round_sequence.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace sprt {
namespace {

using enum TournamentFormat;

/// All blocks, one after the other: `0: 0-1 0-2; +0: ...`; + is catching up.
std::string blocks_of(const TournamentRules& rules, const Stopped& stopped = {}) {
    RoundSequence rounds(rules);
    std::string text;
    while (const auto block = rounds.next(stopped)) {
        text += fmt::format("{}{}{}:", text.empty() ? "" : "; ", block->is_catch_up ? "+" : "", block->round);
        for (const Meeting& meeting : block->meetings) {
            text += fmt::format(" {}-{}", meeting.a, meeting.b);
        }
    }
    EXPECT_EQ(RoundSequence(rules).all_games(stopped), rounds.next_game()) << text;
    return text;
}

TEST(RoundSequence, blocks_are_those_of_the_format_the_stages_and_what_is_stopped) {
    const RoundStage three{.game = 0, .agents = {0, 1, 2}, .rounds = 2};
    const struct {
        const char* name;
        TournamentRules rules;
        Stopped stopped;
        const char* blocks;
    } rows[] = {
        {"round robin",
         {.format = RoundRobin, .reach = 0, .stages = {three}},
         {},
         "0: 1-2 0-2 0-1; 1: 1-2 0-2 0-1"},
        {"gauntlet", {.format = Gauntlet, .reach = 1, .stages = {three}}, {}, "0: 0-1 0-2; 1: 0-1 0-2"},
        {"ladder", {.format = Ladder, .reach = 1, .stages = {three}}, {}, "0: 0-1 1-2; 1: 0-1 1-2"},
        {"an agent is stopped",
         {.format = RoundRobin, .reach = 0, .stages = {three}},
         {.agents = {1}, .pairings = {}},
         "0: 0-2; 1: 0-2"},
        {"a pairing is stopped",
         {.format = RoundRobin, .reach = 0, .stages = {three}},
         {.agents = {}, .pairings = {{0, 2}}},
         "0: 1-2 0-1; 1: 1-2 0-1"},
        {"a ladder keeps its steps", // 0 and 2 are no neighbours although 1 is gone
         {.format = Ladder, .reach = 1, .stages = {three}},
         {.agents = {1}, .pairings = {}},
         ""},
        {"all are stopped",
         {.format = RoundRobin, .reach = 0, .stages = {three}},
         {.agents = {1, 2}, .pairings = {}},
         ""},
        {"more rounds",
         {.format = Gauntlet, .reach = 1, .stages = {three, {8, {0, 1, 2}, 3}}},
         {},
         "0: 0-1 0-2; 1: 0-1 0-2; 2: 0-1 0-2"},
        {"fewer rounds",
         {.format = Gauntlet, .reach = 1, .stages = {three, {4, {0, 1, 2}, 1}}},
         {},
         "0: 0-1 0-2"},
        {"a newcomer catches up",
         {.format = Gauntlet, .reach = 1, .stages = {three, {8, {0, 1, 2, 3}, 3}}},
         {},
         "0: 0-1 0-2; 1: 0-1 0-2; +0: 0-3; +1: 0-3; 2: 0-1 0-2 0-3"},
        {"it comes between two rounds",
         {.format = Gauntlet, .reach = 1, .stages = {three, {4, {0, 1, 2, 3}, 2}}},
         {},
         "0: 0-1 0-2; +0: 0-3; 1: 0-1 0-2 0-3"},
        {"an agent is removed",
         {.format = Gauntlet, .reach = 1, .stages = {three, {4, {0, 2}, 2}}},
         {},
         "0: 0-1 0-2; 1: 0-2"},
        {"one comes and one goes",
         {.format = Ladder, .reach = 1, .stages = {three, {4, {0, 1, 3}, 2}}},
         {},
         "0: 0-1 1-2; 1: 0-1"},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(blocks_of(row.rules, row.stopped), row.blocks) << row.name;
    }
}

TEST(RoundSequence, stage_of_the_last_block_is_known) {
    RoundSequence rounds(
        {.format = Gauntlet, .reach = 1, .stages = {{0, {0, 1, 2}, 2}, {4, {0, 2, 3}, 3}, {8, {0, 3}, 3}}});
    const Stopped none;
    EXPECT_EQ(rounds.known_agents(), 3U);
    EXPECT_FALSE(rounds.has_later_stage());
    static_cast<void>(rounds.next(none));
    EXPECT_EQ(rounds.next_game(), 4U);
    EXPECT_TRUE(rounds.has_later_stage());
    EXPECT_TRUE(rounds.has_newcomers());
    EXPECT_EQ(rounds.most_rounds(), 2U);
    static_cast<void>(rounds.next(none)); // agent 3 catches up
    EXPECT_EQ(rounds.known_agents(), 4U);
    EXPECT_EQ(rounds.agents(), (std::vector<std::size_t>{0, 2, 3}));
    EXPECT_EQ(rounds.rounds(), 1U) << "catching up begins no round";
    static_cast<void>(rounds.next(none));
    EXPECT_EQ(rounds.rounds(), 2U);
    EXPECT_EQ(rounds.next_game(), 10U);
    EXPECT_TRUE(rounds.has_later_stage());
    EXPECT_FALSE(rounds.has_newcomers()) << "somebody leaves";
}

} // namespace
} // namespace sprt
