#include "sprt/report/tournament/standings.hpp"
#include "sprt/stats/estimates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Kind = ShownRating::Kind;

Standings standings_of_results(Crosstable results) {
    Standings standings;
    for (std::size_t i = 0; i < results.agents; ++i) {
        standings.names.emplace_back(1, static_cast<char>('a' + i));
    }
    standings.ratings = rate(results);
    standings.results = std::move(results);
    return standings;
}

Ratings with_elo(std::vector<std::optional<double>> elo, std::vector<AgentList> groups) {
    Ratings ratings;
    ratings.elo = std::move(elo);
    ratings.groups = std::move(groups);
    return ratings;
}

TEST(Standings, rows_are_by_group_rating_and_list) {
    const struct {
        Ratings ratings;
        std::vector<std::size_t> rows;
    } rows[] = {
        {with_elo({1.0, 3.0, 2.0}, {{0, 1, 2}}), {1, 2, 0}},
        {with_elo({1.0, 1.0, 2.0}, {{0, 1, 2}}), {2, 0, 1}},
        {with_elo({1.0, 1.0 + 1e-10, 2.0}, {{0, 1, 2}}), {2, 0, 1}},
        {with_elo({1.0, 1.0 + 1e-8, 2.0}, {{0, 1, 2}}), {2, 1, 0}},
        {with_elo({1.0, 9.0, 2.0, 8.0}, {{0, 2}, {1, 3}}), {2, 0, 1, 3}},
        {with_elo({std::nullopt, 1.0, std::nullopt, 2.0}, {{1, 3}}), {3, 1, 0, 2}},
        {with_elo({}, {}), {}},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(order_of_rows(row.ratings), row.rows);
    }
}

TEST(Standings, totals_are_of_all_pairings_of_an_agent) {
    Standings standings = standings_of_results(
        {.agents = 4, .pairings = {{0, 1, Ptnml{{1, 2, 3, 0, 4}}}, {2, 0, Ptnml{{0, 0, 2, 1, 0}}}}});
    standings.games = {{.wins = 9, .losses = 5, .draws = 6}, {.wins = 2, .losses = 1, .draws = 3}};
    const struct {
        double points;
        std::uint64_t games;
        std::uint64_t draws;
    } expected[] = {
        {2 * (0.5 + 1.5 + 4) + 2 * (3 - 1.75), 26, 9}, {20 - 12, 20, 6}, {2 * 1.75, 6, 3}, {0, 0, 0}};
    for (std::size_t agent = 0; agent < 4; ++agent) {
        const AgentTotal total = total_of(standings, agent);
        EXPECT_DOUBLE_EQ(total.points, expected[agent].points) << agent;
        EXPECT_EQ(total.games, expected[agent].games);
        EXPECT_EQ(total.draws, expected[agent].draws);
    }
    standings.games.clear();
    EXPECT_EQ(total_of(standings, 0).draws, 0U);
}

TEST(Standings, cells_are_seen_from_either_side_and_empty_where_agents_never_met) {
    Standings standings = standings_of_results(
        {.agents = 3, .pairings = {{0, 1, Ptnml{{1, 2, 3, 0, 4}}}, {1, 2, Ptnml{{0, 0, 10, 0, 0}}}}});
    EXPECT_EQ(cross_cell(standings, 0, 1)->points, 12);
    EXPECT_EQ(cross_cell(standings, 1, 0)->points, 8);
    EXPECT_EQ(cross_cell(standings, 1, 0)->games, 20U);
    EXPECT_FALSE(cross_cell(standings, 0, 2));
    EXPECT_FALSE(cross_cell(standings, 0, 1)->wld);
    standings.games = {{.wins = 9, .losses = 5, .draws = 6}, {.wins = 0, .losses = 0, .draws = 20}};
    EXPECT_EQ(cross_cell(standings, 0, 1)->wld, (Wld{9, 5, 6}));
    EXPECT_EQ(cross_cell(standings, 1, 0)->wld, (Wld{5, 9, 6}));
    EXPECT_EQ(games_of_all_cells(standings), 20U);
    standings.results.pairings[1].pairs.counts[2] = 11;
    EXPECT_FALSE(games_of_all_cells(standings));
    standings.results.pairings.clear();
    EXPECT_FALSE(games_of_all_cells(standings));
}

/// Of two agents the interval is that of `sprt calc`, which goes through the score and is not symmetric.
TEST(Standings, interval_of_two_agents_is_that_of_their_score) {
    const Ptnml pairs{{2, 3, 10, 8, 7}};
    const Interval interval = estimate(pairs).elo_ci95.value();
    Standings standings = standings_of_results({.agents = 2, .pairings = {{0, 1, pairs}}});
    for (std::size_t agent = 0; agent < 2; ++agent) {
        const ShownRating shown = shown_rating(standings, agent);
        EXPECT_EQ(shown.kind, Kind::Known);
        EXPECT_FALSE(shown.is_symmetric);
        const double sign = agent == 0 ? 1 : -1;
        EXPECT_NEAR(agent == 0 ? shown.interval.lower : shown.interval.upper, sign * interval.lower / 2,
                    1e-9);
        EXPECT_NEAR(agent == 0 ? shown.interval.upper : shown.interval.lower, sign * interval.upper / 2,
                    1e-9);
        const ShownRating difference = shown_difference(standings, agent, 1 - agent);
        EXPECT_NEAR(agent == 0 ? difference.interval.lower : difference.interval.upper, sign * interval.lower,
                    1e-9);
        EXPECT_EQ(shown_difference(standings, agent, agent).elo, 0);
    }
    standings = standings_of_results({.agents = 2, .pairings = {{0, 1, pairs}}, .anchor = Anchor{1, 50}});
    EXPECT_EQ(shown_rating(standings, 1).interval, (Interval{50, 50}));
    EXPECT_NEAR(shown_rating(standings, 0).interval.lower, 50 + interval.lower, 1e-9);
    EXPECT_NEAR(shown_rating(standings, 0).interval.upper, 50 + interval.upper, 1e-9);
}

/// Agent a beat all, agent d lost all; b and c are the zero.
TEST(Standings, ratings_without_an_end_are_shown_by_their_near_bound) {
    const Crosstable results{.agents = 5,
                             .pairings = {{0, 1, Ptnml{{0, 0, 0, 0, 25}}},
                                          {0, 2, Ptnml{{0, 0, 0, 0, 25}}},
                                          {1, 2, Ptnml{{2, 3, 10, 6, 4}}},
                                          {3, 1, Ptnml{{9, 0, 0, 0, 0}}}}};
    const Standings standings = standings_of_results(results);
    const Kind kinds[] = {Kind::AtLeast, Kind::Known, Kind::Known, Kind::AtMost, Kind::None};
    for (std::size_t agent = 0; agent < 5; ++agent) {
        EXPECT_EQ(shown_rating(standings, agent).kind, kinds[agent]) << agent;
    }
    const ShownRating above = shown_rating(standings, 0);
    EXPECT_EQ(above.bound, above.interval.lower);
    EXPECT_NEAR(above.interval.lower, *standings.ratings.elo[0] - *standings.ratings.half_width[0], 1e-9);
    const ShownRating below = shown_rating(standings, 3);
    EXPECT_EQ(below.bound, below.interval.upper);
    EXPECT_EQ(shown_difference(standings, 0, 1).kind, Kind::AtLeast);
    EXPECT_EQ(shown_difference(standings, 3, 1).kind, Kind::AtMost);
    EXPECT_EQ(shown_difference(standings, 2, 1).kind, Kind::Known);
    EXPECT_EQ(shown_difference(standings, 4, 1).kind, Kind::None);

    // Three classes in a row, none of two agents: nobody is the zero.
    const Standings row = standings_of_results(
        {.agents = 3, .pairings = {{0, 1, Ptnml{{0, 0, 0, 0, 9}}}, {1, 2, Ptnml{{0, 0, 0, 0, 9}}}}});
    EXPECT_EQ(shown_rating(row, 0).kind, Kind::AtLeast);
    EXPECT_EQ(shown_rating(row, 1).kind, Kind::Known);
    EXPECT_EQ(shown_rating(row, 2).kind, Kind::AtMost);
}

/// Agents 0 and 1 each beat agents 2 and 3 always, and did not meet.
TEST(Standings, agents_that_no_points_compare_have_no_difference) {
    const Ptnml wins{{0, 0, 0, 0, 12}};
    Crosstable results{.agents = 4, .pairings = {{0, 2, wins}, {0, 3, wins}, {1, 2, wins}, {1, 3, wins}}};
    const Standings alike = standings_of_results(results);
    const Kind kinds[] = {Kind::AtLeast, Kind::AtLeast, Kind::AtMost, Kind::AtMost};
    for (std::size_t agent = 0; agent < 4; ++agent) {
        EXPECT_EQ(shown_rating(alike, agent).kind, kinds[agent]) << agent;
    }
    EXPECT_EQ(shown_difference(alike, 0, 1).kind, Kind::None);
    EXPECT_EQ(shown_difference(alike, 2, 3).kind, Kind::None);
    EXPECT_EQ(shown_difference(alike, 1, 2).kind, Kind::AtLeast);
    results.anchor = Anchor{0, 100};
    const Standings anchored = standings_of_results(results);
    EXPECT_EQ(shown_rating(anchored, 0).kind, Kind::Known);
    EXPECT_EQ(shown_rating(anchored, 1).kind, Kind::None);
    EXPECT_EQ(shown_rating(anchored, 2).kind, Kind::AtMost);
}

TEST(Standings, fit_is_told_in_a_sentence) {
    const struct {
        Crosstable results;
        const char* sentence;
    } rows[] = {
        {{.agents = 2, .pairings = {{0, 1, Ptnml{{2, 3, 10, 8, 7}}}}},
         "Fit: not known, too few results that are not one-sided."},
        {{.agents = 3,
          .pairings = {{0, 1, Ptnml{{0, 0, 20, 0, 0}}},
                       {1, 2, Ptnml{{0, 0, 20, 0, 0}}},
                       {0, 2, Ptnml{{0, 0, 20, 0, 0}}}}},
         "Fit: not known, all pairs scored alike."},
        {{.agents = 3,
          .pairings = {{0, 1, Ptnml{{2, 3, 10, 8, 7}}},
                       {1, 2, Ptnml{{2, 3, 10, 8, 7}}},
                       {0, 2, Ptnml{{1, 2, 10, 9, 8}}}}},
         "Fit: chi2 0.6 on 1, p 0.46: one number an agent is enough."},
        {{.agents = 3,
          .pairings = {{0, 1, Ptnml{{0, 2, 3, 6, 9}}},
                       {1, 2, Ptnml{{1, 0, 5, 8, 6}}},
                       {2, 0, Ptnml{{2, 1, 4, 7, 6}}}}},
         "strength is not one number here: a makes 78 % against b, its rating says 55 %; b makes"},
    };
    for (const auto& row : rows) {
        EXPECT_THAT(rating_notes(standings_of_results(row.results)).front(), HasSubstr(row.sentence));
    }
}

TEST(Standings, notes_tell_of_the_prior_of_groups_and_of_agents_without_pairs) {
    const Standings standings = standings_of_results(
        {.agents = 5, .pairings = {{0, 1, Ptnml{{0, 0, 0, 0, 9}}}, {2, 3, Ptnml{{2, 3, 10, 8, 7}}}}});
    EXPECT_THAT(
        rating_notes(standings),
        ElementsAre(StartsWith("Fit: "),
                    StartsWith("Agents that won or lost everything against others have no finite rating"),
                    "Groups that never met, each rated by itself: a, b; c, d. Nothing is said between them.",
                    "Without counted pairs: e."));
}

} // namespace
} // namespace sprt
