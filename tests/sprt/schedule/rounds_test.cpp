#include "sprt/schedule/rounds.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <string>

namespace sprt {
namespace {

using ::testing::ElementsAre;
using enum TournamentFormat;

std::vector<std::size_t> all(std::size_t agents) {
    std::vector<std::size_t> positions(agents);
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    return positions;
}

/// The legs are written one after the other.
TEST(Rounds, round_robin_is_the_circle_method) {
    EXPECT_THAT(meetings_of_round(RoundRobin, 0, all(2)), ElementsAre(Meeting{0, 1}));
    EXPECT_THAT(meetings_of_round(RoundRobin, 0, all(3)),
                ElementsAre(Meeting{1, 2}, Meeting{0, 2}, Meeting{0, 1}));
    EXPECT_THAT(meetings_of_round(RoundRobin, 0, all(4)),
                ElementsAre(Meeting{0, 3}, Meeting{1, 2}, Meeting{1, 3}, Meeting{0, 2}, Meeting{2, 3},
                            Meeting{0, 1}));
    EXPECT_THAT(meetings_of_round(RoundRobin, 0, all(5)),
                ElementsAre(Meeting{1, 4}, Meeting{2, 3}, Meeting{0, 2}, Meeting{3, 4}, Meeting{1, 3},
                            Meeting{0, 4}, Meeting{2, 4}, Meeting{0, 1}, Meeting{0, 3}, Meeting{1, 2}));
    EXPECT_THAT(meetings_of_round(RoundRobin, 0, all(6)),
                ElementsAre(Meeting{0, 5}, Meeting{1, 4}, Meeting{2, 3}, Meeting{1, 5}, Meeting{0, 2},
                            Meeting{3, 4}, Meeting{2, 5}, Meeting{1, 3}, Meeting{0, 4}, Meeting{3, 5},
                            Meeting{2, 4}, Meeting{0, 1}, Meeting{4, 5}, Meeting{0, 3}, Meeting{1, 2}));
}

TEST(Rounds, all_of_a_round_robin_meet_once) {
    for (std::size_t agents = 2; agents <= 64; ++agents) {
        std::set<std::pair<std::size_t, std::size_t>> met;
        for (const auto& [a, b] : meetings_of_round(RoundRobin, 0, all(agents))) {
            EXPECT_LT(a, b);
            EXPECT_TRUE(met.emplace(a, b).second) << a << " and " << b << " of " << agents;
        }
        EXPECT_EQ(met.size(), agents * (agents - 1) / 2) << agents;
    }
}

TEST(Rounds, seeds_of_a_gauntlet_meet_each_rival_and_not_each_other) {
    EXPECT_THAT(meetings_of_round(Gauntlet, 2, all(5)),
                ElementsAre(Meeting{0, 2}, Meeting{1, 2}, Meeting{0, 3}, Meeting{1, 3}, Meeting{0, 4},
                            Meeting{1, 4}));
    EXPECT_THAT(meetings_of_round(Gauntlet, 2, {1, 3, 4}), ElementsAre(Meeting{1, 3}, Meeting{1, 4}))
        << "a seed that no longer plays";
    EXPECT_TRUE(meetings_of_round(Gauntlet, 1, {1, 2}).empty()) << "no seed is left";
}

TEST(Rounds, each_of_a_ladder_meets_the_next_ones) {
    EXPECT_THAT(meetings_of_round(Ladder, 2, all(5)),
                ElementsAre(Meeting{0, 1}, Meeting{1, 2}, Meeting{2, 3}, Meeting{3, 4}, Meeting{0, 2},
                            Meeting{1, 3}, Meeting{2, 4}));
    EXPECT_EQ(meetings_of_round(Ladder, 4, all(5)).size(), 10U);
}

TEST(Rounds, formats_have_names) {
    for (const TournamentFormat format : {RoundRobin, Gauntlet, Ladder}) {
        EXPECT_EQ(format_named(name(format)), format);
    }
    EXPECT_FALSE(format_named("swiss"));
}

} // namespace

namespace {

using enum TournamentFormat;

/// All blocks, one after the other: `0: 0-1 0-2; +0: ...`; + is catching up.
std::string blocks_of(const TournamentRules& rules, const LeftOut& stopped = {}) {
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
        LeftOut stopped;
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
    const LeftOut none;
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
