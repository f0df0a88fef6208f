#include "referee/process/cores.hpp"
#include "referee/process/placement.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::user_error_text;

/// One package without SMT.
Machine plain(int cores) {
    Machine machine;
    machine.packages.emplace_back();
    for (int core = 0; core < cores; ++core) {
        machine.packages.front().push_back({core});
    }
    return machine;
}

const Machine kSmt4{.packages = {{{0, 2}, {1, 3}}}, .quota = {}, .current = 0};
const Machine kSmt8{.packages = {{{0, 4}, {1, 5}, {2, 6}, {3, 7}}}, .quota = {}, .current = 0};
const Machine kTwoPackages{.packages = {{{0, 4}, {2, 6}}, {{1, 5}, {3, 7}}}, .quota = {}, .current = 0};

/// For each game the cores of its first agent, and those of the second when they differ.
std::string plan(Pin pin, int threads, const Machine& machine, const char* cores = nullptr) {
    PlacementSettings settings{.pin = pin, .threads_per_agent = threads, .cores = {}};
    if (cores != nullptr) {
        settings.cores = parse_cores(cores);
    }
    std::string text;
    const Placement placement(settings, machine);
    for (const GameCores& game : placement.games()) {
        text += (text.empty() ? "" : "; ") + cores_text(game.first);
        if (game.first != game.second) {
            text += " / " + cores_text(game.second);
        }
        std::vector<int> both(game.first);
        both.insert(both.end(), game.second.begin(), game.second.end());
        std::sort(both.begin(), both.end());
        both.erase(std::unique(both.begin(), both.end()), both.end());
        EXPECT_EQ(game.worker, both) << "the thread may run where its agents do";
    }
    return text;
}

TEST(Placement, plans_of_machines_without_smt) {
    const struct {
        int cores;
        Pin pin;
        int threads;
        const char* expected;
    } rows[] = {
        {1, Pin::Game, 1, "0"},
        {1, Pin::Game, 2, "0"},
        {1, Pin::Split, 1, "0"},
        {1, Pin::Split, 3, "0"},
        {2, Pin::Game, 1, "0; 1"},
        {2, Pin::Game, 2, "0,1"},
        {2, Pin::Game, 3, "0,1"},
        {2, Pin::Split, 1, "0 / 1"},
        {2, Pin::Split, 2, "0,1"},
        {3, Pin::Game, 1, "0; 1; 2"},
        {3, Pin::Game, 2, "0,1"},
        {3, Pin::Split, 1, "0 / 1"},
        {3, Pin::Split, 2, "0,1 / 0,2"},
        {8, Pin::Game, 1, "0; 1; 2; 3; 4; 5; 6; 7"},
        {8, Pin::Game, 3, "0-2; 3-5"},
        {8, Pin::Split, 1, "0 / 1; 2 / 3; 4 / 5; 6 / 7"},
        {8, Pin::Split, 2, "0,1 / 2,3; 4,5 / 6,7"},
        {8, Pin::Off, 1, ""},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(plan(row.pin, row.threads, plain(row.cores)), row.expected)
            << row.cores << " cores, " << row.threads << " for each agent";
    }
}

TEST(Placement, physical_cores_are_used_before_second_threads) {
    EXPECT_EQ(plan(Pin::Game, 1, kSmt8), "0; 1; 2; 3; 4; 5; 6; 7");
    EXPECT_EQ(plan(Pin::Game, 2, kSmt8), "0,1; 2,3; 4,5; 6,7");
    EXPECT_EQ(plan(Pin::Split, 1, kSmt8), "0 / 1; 2 / 3; 4 / 5; 6 / 7");
    const Machine neighbours{.packages = {{{0, 1}, {2, 3}}}, .quota = {}, .current = 0};
    EXPECT_EQ(plan(Pin::Game, 1, neighbours), "0; 2; 1; 3");
    EXPECT_EQ(plan(Pin::Split, 1, neighbours), "0 / 2; 1 / 3");
}

TEST(Placement, split_agents_share_no_physical_core_where_possible) {
    EXPECT_EQ(plan(Pin::Split, 2, kSmt4), "0,2 / 1,3");
    EXPECT_EQ(plan(Pin::Split, 4, kSmt8), "0,1,4,5 / 2,3,6,7");
    const Machine three{.packages = {{{0, 3}, {1, 4}, {2, 5}}}, .quota = {}, .current = 0};
    EXPECT_EQ(plan(Pin::Split, 1, three), "0 / 1; 2 / 3; 4 / 5");
    EXPECT_EQ(plan(Pin::Split, 2, three), "0,3 / 1,4");
    const Machine one{.packages = {{{0, 1}}}, .quota = {}, .current = 0};
    EXPECT_EQ(plan(Pin::Split, 1, one), "0 / 1"); // there is only one
}

TEST(Placement, game_stays_in_one_package) {
    EXPECT_EQ(plan(Pin::Game, 1, kTwoPackages), "0; 2; 1; 3; 4; 6; 5; 7");
    EXPECT_EQ(plan(Pin::Game, 2, kTwoPackages), "0,2; 1,3; 4,6; 5,7");
    EXPECT_EQ(plan(Pin::Split, 1, kTwoPackages), "0 / 2; 1 / 3; 4 / 6; 5 / 7");
    EXPECT_EQ(plan(Pin::Game, 3, kTwoPackages), "0,2,4; 1,3,5"); // one with enough cores
    EXPECT_EQ(plan(Pin::Game, 8, kTwoPackages), "0-7");
    const Machine uneven{.packages = {{{0}, {1}, {2}}, {{3}, {4}, {5}}}, .quota = {}, .current = 0};
    EXPECT_EQ(plan(Pin::Game, 2, uneven), "0,1; 3,4; 2,5");
}

TEST(Placement, named_cores_are_used_from_the_lowest) {
    Machine machine = kSmt8;
    machine.current = 6;
    EXPECT_EQ(plan(Pin::Game, 1, machine, "4-6"), "4; 5; 6");
    EXPECT_EQ(plan(Pin::Game, 1, machine, "0,2,4"), "0; 2; 4");
    EXPECT_EQ(plan(Pin::Split, 1, machine, "0,4,5"), "0 / 5");
    EXPECT_EQ(plan(Pin::Off, 1, machine, "4-6"), "4-6"); // the scheduler chooses among these
}

TEST(Placement, unnamed_cores_are_used_from_the_current_one) {
    Machine machine = plain(4);
    machine.current = 2;
    EXPECT_EQ(plan(Pin::Game, 1, machine), "2; 3; 0; 1");
    machine = kSmt8;
    machine.current = 6;
    EXPECT_EQ(plan(Pin::Game, 1, machine), "6; 3; 0; 1; 2; 7; 4; 5");
    machine = kTwoPackages;
    machine.current = 3;
    EXPECT_EQ(plan(Pin::Split, 1, machine), "3 / 1; 0 / 2; 7 / 5; 4 / 6");
    machine.current = 99;
    EXPECT_EQ(plan(Pin::Game, 4, machine), "0,2,4,6; 1,3,5,7");
}

TEST(Placement, error_names_cores_that_are_not_allowed) {
    EXPECT_THAT(user_error_text([] { plan(Pin::Game, 1, plain(2), "0-4"); }),
                AllOf(HasSubstr("core 2-4 may not be used"), HasSubstr("allowed are 0,1")));
}

TEST(Placement, games_beyond_those_that_fit_share_cores) {
    const Placement placement({}, plain(3));
    for (int worker = 0; worker < 9; ++worker) {
        EXPECT_EQ(placement.game(worker)->worker, std::vector{worker % 3});
    }
    EXPECT_EQ(Placement({.pin = Pin::Off, .threads_per_agent = 1, .cores = {}}, plain(3)).game(5), nullptr);
}

TEST(Placement, warning_comes_when_games_do_not_fit) {
    const struct {
        int cores;
        std::optional<double> quota;
        Pin pin;
        int threads;
        int fit;
        bool even_one_warns;
    } rows[] = {
        {1, {}, Pin::Game, 1, 1, false},  {1, {}, Pin::Split, 1, 1, true},  {1, {}, Pin::Game, 2, 1, true},
        {3, {}, Pin::Game, 1, 3, false},  {3, {}, Pin::Split, 1, 1, false}, {8, {}, Pin::Split, 2, 2, false},
        {8, {}, Pin::Game, 3, 2, false},  {8, {}, Pin::Off, 1, 8, false},   {8, {}, Pin::Off, 3, 2, false},
        {8, 2.5, Pin::Game, 1, 2, false}, {8, 0.5, Pin::Game, 1, 1, true},  {8, 3, Pin::Split, 2, 1, true},
        {8, 9, Pin::Game, 1, 8, false},
    };
    for (const auto& row : rows) {
        Machine machine = plain(row.cores);
        machine.quota = row.quota;
        const Placement placement({.pin = row.pin, .threads_per_agent = row.threads, .cores = {}}, machine);
        const auto what = cores_text(placement.cores()) + ", " + std::to_string(row.threads);
        EXPECT_EQ(placement.games_that_fit(), row.fit) << what;
        EXPECT_EQ(placement.warning(row.fit).has_value(), row.even_one_warns) << what;
        EXPECT_TRUE(placement.warning(row.fit + 1)) << what;
    }
}

TEST(Placement, warnings_name_the_remedy) {
    const auto warning = [](int games, Pin pin, int threads, int cores, std::optional<double> quota = {}) {
        Machine machine = plain(cores);
        machine.quota = quota;
        return Placement({.pin = pin, .threads_per_agent = threads, .cores = {}}, machine)
            .warning(games)
            .value_or("none");
    };
    const std::string what = ": agents share them, and wait while their clocks run; ";
    EXPECT_EQ(warning(5, Pin::Game, 1, 2), "5 games at once on 2 cores" + what + "--concurrency 2 avoids it");
    EXPECT_EQ(warning(3, Pin::Split, 2, 8),
              "3 games at once on 8 cores, 4 for each game" + what + "--concurrency 2 avoids it");
    EXPECT_EQ(warning(1, Pin::Split, 1, 1), "1 game at once on 1 core, 2 for each game" + what +
                                                "fewer --threads-per-agent or --pin game need less");
    EXPECT_EQ(warning(4, Pin::Game, 1, 8, 2.5),
              "4 games at once on 8 cores with a quota of processor time for 2.5" + what +
                  "--concurrency 2 avoids it");
    EXPECT_EQ(warning(1, Pin::Game, 1, 8, 0.5),
              "1 game at once on 8 cores with a quota of processor time for 0.5" + what +
                  "a higher quota avoids it");
}

TEST(Placement, pins_have_names) {
    EXPECT_EQ(parse_pin("game"), Pin::Game);
    EXPECT_EQ(parse_pin("split"), Pin::Split);
    EXPECT_EQ(parse_pin("off"), Pin::Off);
    for (const char* const text : {"", "Game", "on", "game "}) {
        EXPECT_EQ(parse_pin(text), std::nullopt) << text;
    }
}

} // namespace
} // namespace referee
