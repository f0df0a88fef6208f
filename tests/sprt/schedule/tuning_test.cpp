#include "sprt/schedule/tuning.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace sprt {
namespace {

using referee::GameRecord;
using referee::Player;
using referee::TunedNumber;
using referee::TuneKind;
using referee::Winner;
using testing::ElementsAre;

TuneRules rules_of_two(std::uint64_t seed, std::uint64_t pairs, bool has_probes) {
    return {.params = {parse_tune_param("x=30:0:100"), parse_tune_param("y=0.5:0.0:1.0")},
            .command = {"./a b", "--x", "{x}", "{{{y}"},
            .seed = seed,
            .first_pairs = pairs,
            .pairs = pairs,
            .verify_pairs = 10,
            .lag = 31,
            .has_probes = has_probes};
}

GameRecord game_of(std::uint64_t game, Winner winner) {
    GameRecord record;
    record.game = game;
    record.pair = referee::pair_of(game);
    record.first = referee::first_player(game);
    record.winner = winner;
    record.termination = referee::Termination::TurnLimit;
    return record;
}

/// Adds the next pair, of which agent 1 gets so many points; no points: not scored.
void add_pair(Tuning& tuning, std::optional<double> points) {
    const std::uint64_t game = tuning.games() + tuning.unscored();
    GameRecord one = game_of(game, points == 2 || points == 1.5   ? Winner::Agent1
                                   : points == 0 || points == 0.5 ? Winner::Agent2
                                                                  : Winner::Draw);
    GameRecord two = game_of(game + 1, points == 2   ? Winner::Agent1
                                       : points == 0 ? Winner::Agent2
                                                     : Winner::Draw);
    if (!points) {
        one.winner.reset();
    }
    tuning.add(one);
    tuning.add(two);
}

/// Two games of the same moves; agent 1 wins the first one and agent 2 the second one.
void add_twins(Tuning& tuning) {
    const std::uint64_t game = tuning.games() + tuning.unscored();
    tuning.add(game_of(game, Winner::Agent1));
    tuning.add(game_of(game + 1, Winner::Agent2));
}

// The worked example of the contract: seed 7, 1000 pairs.
TEST(Tuning, first_pairs_are_those_of_the_worked_example) {
    Tuning tuning(rules_of_two(7, 1000, false));
    EXPECT_DOUBLE_EQ(tuning.rules().gain(), 0.013416407864998738);
    struct Row {
        double x_plus, y_plus, x_minus, y_minus, y;
        double u0, u1, mean0, mean1;
    };
    const Row rows[] = {
        {15, 0.65, 45, 0.35, 0.5, 0.2932917960675006, 0.5067082039324994, 0.2932917960675006,
         0.5067082039324994},
        {45, 0.35, 15, 0.65, -1, 0.27987538820250185, 0.5201246117974981, 0.2843475241575015,
         0.5156524758424985},
        {45, 0.65, 15, 0.35, 0, 0.27987538820250185, 0.5201246117974981, 0.28211145618000166,
         0.5178885438199984},
        {45, 0.35, 15, 0.65, 1, 0.2932917960675006, 0.5067082039324994, 0.28658359213500123,
         0.5134164078649988},
        {15, 0.65, 45, 0.35, -0.5, 0.3, 0.5, 0.2910557280900008, 0.5089442719099992},
    };
    for (std::uint64_t k = 0; k < std::size(rows); ++k) {
        const Row& row = rows[k];
        const referee::TunedGame game = tuning.game_of(k);
        EXPECT_EQ(game.kind, TuneKind::Tune);
        EXPECT_EQ(game.k, k);
        EXPECT_EQ(game.values.agent1[0], (TunedNumber{row.x_plus, true})) << k;
        EXPECT_EQ(game.values.agent2[0], (TunedNumber{row.x_minus, true})) << k;
        EXPECT_NEAR(game.values.agent1[1].value, row.y_plus, 1e-15) << k;
        EXPECT_NEAR(game.values.agent2[1].value, row.y_minus, 1e-15) << k;
        add_pair(tuning, row.y + 1);
        EXPECT_NEAR(tuning.u(k + 1, 0), row.u0, 1e-15) << k;
        EXPECT_NEAR(tuning.u(k + 1, 1), row.u1, 1e-15) << k;
        EXPECT_NEAR(tuning.mean()[0], row.mean0, 1e-15) << k;
        EXPECT_NEAR(tuning.mean()[1], row.mean1, 1e-15) << k;
    }
}

/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
std::uint64_t splitmix64(std::uint64_t z) {
    z += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

/// Probability that tests/hostile/known_strength clones.
double strength(double x, double y) {
    return std::clamp(0.9 - 0.6 * std::pow((x - 70) / 100, 2) - 0.6 * (y - 0.25) * (y - 0.25), 0.02, 0.98);
}

double strength(const std::vector<TunedNumber>& values) {
    return strength(values[0].value, values[1].value);
}

/// Plays it as known_strength does: a clone beats a jump.
Tuning played(std::uint64_t seed) {
    Tuning tuning(rules_of_two(seed, 1000, true));
    for (std::uint64_t pair = 0; pair < tuning.rules().probe_pairs() + 1000; ++pair) {
        const referee::TunedGame values = tuning.game_of(pair);
        for (std::uint64_t game = 2 * pair; game < 2 * pair + 2; ++game) {
            const auto clones = [&](Player player) {
                const std::uint64_t drawn = splitmix64(referee::agent_seed({seed}, game, player));
                return static_cast<double>(drawn >> 11U) / 9007199254740992.0 <
                       strength(values.values[player]);
            };
            const bool one = clones(Player::Agent1);
            const bool two = clones(Player::Agent2);
            tuning.add(game_of(game, one == two ? Winner::Draw : one ? Winner::Agent1 : Winner::Agent2));
        }
    }
    return tuning;
}

// The reference runs of the contract.
TEST(Tuning, reference_runs_come_to_the_same) {
    const Tuning first = played(1);
    EXPECT_NEAR(first.u(1000, 0), 0.6421184005574683, 1e-12);
    EXPECT_NEAR(first.u(1000, 1), 0.2383800466325242, 1e-12);
    EXPECT_NEAR(first.mean()[0], 0.6533098560036649, 1e-12);
    EXPECT_NEAR(first.mean()[1], 0.31318500458196846, 1e-12);
    EXPECT_EQ(first.tuned_values()[0], (TunedNumber{65, true}));
    const Tuning second = played(2);
    EXPECT_NEAR(second.u(1000, 0), 0.7226168477474608, 1e-12);
    EXPECT_NEAR(second.mean()[1], 0.24945507017550042, 1e-12);
    EXPECT_EQ(second.tuned_values()[0], (TunedNumber{66, true}));
}

TEST(Tuning, twenty_seeds_end_near_the_best_values) {
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const double reached = strength(played(seed).tuned_values());
        EXPECT_GE(reached, 0.885) << seed;
        sum += reached;
    }
    EXPECT_GE(sum / 20, 0.895) << "the start has 0.7665, the best is 0.9";
}

TEST(Tuning, pairs_wait_for_those_that_their_values_follow_from) {
    TuneRules rules = rules_of_two(1, 100, true);
    rules.lag = 3;
    Tuning tuning(rules);
    EXPECT_TRUE(tuning.may_begin(5 + 4)) << "six pairs of probes; k 3 follows from the start";
    EXPECT_FALSE(tuning.may_begin(5 + 5));
    for (int probe = 0; probe < 6; ++probe) {
        add_pair(tuning, 1);
    }
    EXPECT_FALSE(tuning.may_begin(5 + 5));
    add_pair(tuning, 2);
    EXPECT_TRUE(tuning.may_begin(5 + 5));
    EXPECT_FALSE(tuning.may_begin(5 + 6));
    for (int pair = 1; pair < 100; ++pair) {
        EXPECT_FALSE(tuning.may_begin(106)) << "verification follows from all of them";
        add_pair(tuning, 1);
    }
    EXPECT_TRUE(tuning.may_begin(106));
    const referee::TunedGame verify = tuning.game_of(107);
    EXPECT_EQ(verify.kind, TuneKind::Verify);
    EXPECT_EQ(verify.k, 1U);
    EXPECT_EQ(verify.values.agent1, tuning.tuned_values());
    EXPECT_EQ(verify.values.agent2, tuning.start_values());
}

TEST(Tuning, pair_that_is_not_scored_changes_nothing) {
    Tuning tuning(rules_of_two(1, 100, false));
    add_pair(tuning, 2);
    const std::vector<double> mean = tuning.mean();
    add_pair(tuning, std::nullopt);
    EXPECT_EQ(tuning.u(2, 0), tuning.u(1, 0));
    EXPECT_EQ(tuning.mean(), mean);
    EXPECT_EQ(tuning.done(), 2U);
    EXPECT_EQ(tuning.counted(), 1U);
}

TEST(Tuning, state_stays_between_the_bounds_and_both_sides_inside) {
    TuneRules rules = rules_of_two(1, 16, false);
    rules.params = {parse_tune_param("x=0.02:0.0:1.0")};
    rules.lag = 0;
    Tuning tuning(rules);
    for (std::uint64_t pair = 0; pair < 16; ++pair) {
        const referee::TunedGame game = tuning.game_of(pair);
        EXPECT_GE(std::min(game.values.agent1[0].value, game.values.agent2[0].value), 0);
        EXPECT_NEAR(std::abs(game.values.agent1[0].value - game.values.agent2[0].value), 0.3, 1e-12)
            << "no side is cut off";
        add_pair(tuning, game.values.agent1[0].value < game.values.agent2[0].value ? 2 : 0); // towards 0
        EXPECT_GE(tuning.u(pair + 1, 0), 0);
    }
    EXPECT_EQ(tuning.u(16, 0), 0);
    EXPECT_NEAR(tuning.pull(0), -4, 1e-12) << "16 of 16 pairs";
}

TEST(Tuning, probes_tell_parameters_that_change_nothing) {
    Tuning tuning(rules_of_two(1, 100, true));
    const referee::TunedGame probe = tuning.game_of(5);
    EXPECT_EQ(probe.kind, TuneKind::Probe);
    EXPECT_THAT(probe.values.agent1, ElementsAre(TunedNumber{30, true}, TunedNumber{1, false}));
    EXPECT_THAT(probe.values.agent2, ElementsAre(TunedNumber{30, true}, TunedNumber{0, false}));
    add_twins(tuning);
    add_twins(tuning);
    EXPECT_FALSE(tuning.has_chance());
    add_twins(tuning);
    EXPECT_EQ(tuning.probe_of(0), ProbeResult::Unknown) << "one pair more is to come";
    add_pair(tuning, 2);
    EXPECT_EQ(tuning.probe_of(0), ProbeResult::Effect);
    add_twins(tuning);
    add_twins(tuning);
    EXPECT_EQ(tuning.probe_of(1), ProbeResult::None);
    for (int pair = 0; pair < 20; ++pair) {
        add_twins(tuning);
    }
    EXPECT_EQ(tuning.twins(), 20U);
    EXPECT_TRUE(tuning.has_effect()) << "x has one";
}

TEST(Tuning, of_a_program_with_chance_nothing_is_known) {
    Tuning tuning(rules_of_two(1, 100, true));
    add_twins(tuning);
    add_pair(tuning, 2);
    EXPECT_TRUE(tuning.has_chance());
    for (int pair = 0; pair < 4; ++pair) {
        add_twins(tuning);
    }
    EXPECT_EQ(tuning.probe_of(0), ProbeResult::Unknown);
}

TEST(Tuning, eight_twins_show_that_no_parameter_has_an_effect) {
    Tuning tuning(rules_of_two(1, 100, true));
    for (int pair = 0; pair < 6 + 7; ++pair) {
        add_twins(tuning);
        EXPECT_TRUE(tuning.has_effect()) << pair;
    }
    add_twins(tuning);
    EXPECT_FALSE(tuning.has_effect());
}

TEST(Tuning, time_ends_it_with_the_pairs_that_were_counted) {
    Tuning tuning(rules_of_two(1, 100, false));
    add_pair(tuning, 2);
    add_pair(tuning, 2);
    EXPECT_TRUE(tuning.is_between_tuning_pairs());
    tuning.end_tuning();
    EXPECT_EQ(tuning.rules().all_pairs(), 12U);
    EXPECT_EQ(tuning.game_of(2).kind, TuneKind::Verify);
}

TEST(Tuning, trace_has_about_a_hundred_points_and_the_last) {
    Tuning tuning(rules_of_two(1, 1000, false));
    for (int pair = 0; pair < 25; ++pair) {
        add_pair(tuning, 1.5);
    }
    const auto trace = tuning.trace();
    ASSERT_EQ(trace.size(), 4U); // 0, 10, 20, 25
    EXPECT_EQ(trace[2].pairs, 20U);
    EXPECT_EQ(trace[2].u[1], tuning.u(20, 1));
    EXPECT_EQ(trace.back().pairs, 25U);
    EXPECT_EQ(trace.back().mean, tuning.mean());
}

TEST(Tuning, command_can_be_pasted) {
    const Tuning tuning(rules_of_two(1, 100, false));
    EXPECT_EQ(tuning.command({{7, true}, {0.1, false}}), "'./a b' --x 7 '{0.1'");
}

} // namespace
} // namespace sprt
