#include "sprt/stats/estimates.hpp"
#include "sprt/stats/interval.hpp"
#include "sprt/stats/ratings/ratings.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <vector>

namespace sprt {
namespace {

/// Five agents; the last one only met the first. A little of everything.
Crosstable some_results() {
    return {.agents = 5,
            .pairings = {{0, 1, Ptnml{{3, 5, 20, 12, 10}}},
                         {0, 2, Ptnml{{2, 4, 18, 14, 12}}},
                         {2, 1, Ptnml{{6, 8, 22, 9, 5}}},
                         {3, 0, Ptnml{{9, 8, 7, 2, 1}}},
                         {1, 3, Ptnml{{1, 1, 9, 9, 4}}},
                         {2, 3, Ptnml{{2, 3, 5, 6, 7}}},
                         {4, 0, Ptnml{{5, 0, 4, 0, 4}}}}};
}

/// Openings for each pair: the same ones in all pairings.
Crosstable with_openings(Crosstable results) {
    for (Pairing& pairing : results.pairings) {
        std::vector<OpeningResult> pairs;
        for (std::size_t points = 0; points < 5; ++points) {
            for (std::uint64_t i = 0; i < pairing.pairs.counts[points]; ++i) {
                pairs.push_back({(7 * pairs.size() + 3 * pairing.a) % 53, points});
            }
        }
        pairing = pairing_of(pairing.a, pairing.b, std::move(pairs));
    }
    return results;
}

Crosstable permuted(const Crosstable& results, const std::vector<std::size_t>& to) {
    Crosstable moved = results;
    for (Pairing& pairing : moved.pairings) {
        pairing.a = to[pairing.a];
        pairing.b = to[pairing.b];
    }
    return moved;
}

Crosstable exchanged(Crosstable results) {
    for (Pairing& pairing : results.pairings) {
        std::swap(pairing.a, pairing.b);
        std::reverse(pairing.pairs.counts.begin(), pairing.pairs.counts.end());
        for (OpeningResult& result : pairing.by_opening) {
            result.half_points = 4 - result.half_points;
        }
    }
    return results;
}

/// Everything that is said of agents; `to` is where each of `one` is in `other`.
void expect_same(const Ratings& one, const Ratings& other, const std::vector<std::size_t>& to,
                 double shift = 0) {
    const auto near = [](const std::optional<double>& a, const std::optional<double>& b) {
        EXPECT_EQ(a.has_value(), b.has_value());
        if (a && b) {
            EXPECT_NEAR(*a, *b, 1e-7 * (1 + std::abs(*a)));
        }
    };
    for (std::size_t i = 0; i < to.size(); ++i) {
        near(*one.elo[i] + shift, other.elo[to[i]]);
        near(one.half_width[i], other.half_width[to[i]]);
        EXPECT_EQ(one.ranks[i], other.ranks[to[i]]);
        for (std::size_t j = 0; j < to.size(); ++j) {
            near(one.covariance[i][j], other.covariance[to[i]][to[j]]);
            near(one.difference_error[i][j], other.difference_error[to[i]][to[j]]);
            near(one.los[i][j], other.los[to[i]][to[j]]);
        }
    }
    near(one.dispersion, other.dispersion);
    near(one.fit.chi2, other.fit.chi2);
    near(one.fit.p, other.fit.p);
    EXPECT_EQ(one.cluster, other.cluster);
}

TEST(Ratings, order_of_agents_and_which_one_is_a_change_nothing) {
    const std::vector<std::size_t> same{0, 1, 2, 3, 4};
    const std::vector<std::size_t> moved{3, 0, 4, 2, 1};
    for (const Crosstable& results : {some_results(), with_openings(some_results())}) {
        expect_same(rate(results), rate(exchanged(results)), same);
        expect_same(rate(results), rate(permuted(results, moved)), moved);
    }
    EXPECT_EQ(rate(with_openings(some_results())).cluster, Cluster::Opening);
}

TEST(Ratings, anchor_only_moves_the_zero) {
    Crosstable results = some_results();
    const Ratings free = rate(results);
    results.anchor = Anchor{.agent = 2, .elo = 0};
    const Ratings anchored = rate(results);
    EXPECT_EQ(anchored.elo[2], 0);
    EXPECT_NEAR(*anchored.half_width[2], 0, 1e-6);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(*anchored.elo[i], *free.elo[i] - *free.elo[2], 1e-9);
        for (std::size_t j = 0; j < 5; ++j) {
            EXPECT_NEAR(*anchored.difference_error[i][j], *free.difference_error[i][j], 1e-7);
        }
    }
    results.anchor->elo = 1500;
    expect_same(anchored, rate(results), {0, 1, 2, 3, 4}, 1500);
}

TEST(Ratings, every_agent_made_the_points_that_were_expected_of_it) {
    const Crosstable results = some_results();
    const Ratings ratings = rate(results);
    std::vector<double> surplus(5);
    for (std::size_t k = 0; k < results.pairings.size(); ++k) {
        const PairScores seen = scores_of(results.pairings[k].pairs);
        surplus[results.pairings[k].a] += seen.points - seen.pairs * ratings.expected_score[k];
        surplus[results.pairings[k].b] -= seen.points - seen.pairs * ratings.expected_score[k];
    }
    for (const double missing : surplus) {
        EXPECT_NEAR(missing, 0, 1e-10);
    }
    EXPECT_NEAR(std::accumulate(ratings.elo.begin(), ratings.elo.end(), 0.0,
                                [](double sum, const auto& elo) { return sum + *elo; }),
                0, 1e-9);
}

/// A circle that no ratings explain, and a pairing too one-sided to be judged: fewer than 5 points are
/// expected of agent 0 in its 40 games.
Crosstable circle() {
    return {.agents = 4,
            .pairings = {{0, 1, Ptnml{{0, 2, 3, 6, 9}}},
                         {1, 2, Ptnml{{1, 0, 5, 8, 6}}},
                         {2, 0, Ptnml{{2, 1, 4, 7, 6}}},
                         {3, 0, Ptnml{{0, 0, 0, 1, 19}}}}};
}

struct ReferenceFit {
    Crosstable results;
    double dispersion;
    std::size_t df;
    std::optional<double> chi2;
    std::optional<double> p;
    std::vector<std::optional<double>> residual_z;
};

/// Source: a program of its own in Python (Newton's steps, Gauss). For pairing k of n pairs with mean score
/// m, and p by the ratings: dispersion f = sum of squares around m / sum (n - 1) p (1 - p) / 2, chi2 = sum of
/// (m - p)^2 / v, v = f p (1 - p) / (2 n), z = (m - p) / sqrt(v (1 - h)), where h = n p (1 - p) x' S x is the
/// leverage. Its p is by the closed forms for whole degrees of freedom. Of two agents on 5 pairs, 5 points
/// are expected of each: they are judged.
const ReferenceFit kReferenceFits[] = {
    {some_results(),
     0.7056756113408047,
     3,
     0.9076259458059152,
     0.8235871136236885,
     {-0.2515627030756413, 0.8378510758378755, 0.4465596464907144, 0.7441514610046578, 0.24905524587203795,
      0.488257415136852, std::nullopt}},
    {circle(),
     0.6163899682091133,
     1,
     39.68856994008858,
     2.9786367068217105e-10,
     {6.2998865021592705, 6.299886502159271, 6.299886502159273, std::nullopt}},
    {{.agents = 2, .pairings = {{0, 1, Ptnml{{1, 1, 1, 1, 1}}}}}, 1.25, 0, {}, {}, {std::nullopt}},
    {{.agents = 2, .pairings = {{0, 1, Ptnml{{3, 0, 1, 4, 9}}}}},
     1.482777777777778,
     0,
     {},
     {},
     {std::nullopt}},
};

TEST(Ratings, fit_equals_reference_values) {
    for (const ReferenceFit& row : kReferenceFits) {
        const Ratings ratings = rate(row.results);
        EXPECT_NEAR(ratings.dispersion.value(), row.dispersion, 1e-9);
        EXPECT_EQ(ratings.fit.df, row.df);
        ASSERT_EQ(ratings.fit.chi2.has_value(), row.chi2.has_value());
        ASSERT_EQ(ratings.fit.p.has_value(), row.p.has_value());
        EXPECT_NEAR(ratings.fit.chi2.value_or(0), row.chi2.value_or(0), 1e-7);
        EXPECT_NEAR(ratings.fit.p.value_or(1) / row.p.value_or(1), 1, 1e-6);
        ASSERT_EQ(ratings.residual_z.size(), row.residual_z.size());
        for (std::size_t k = 0; k < row.residual_z.size(); ++k) {
            ASSERT_EQ(ratings.residual_z[k].has_value(), row.residual_z[k].has_value()) << k;
            EXPECT_NEAR(ratings.residual_z[k].value_or(0), row.residual_z[k].value_or(0), 1e-7) << k;
        }
    }
    EXPECT_FALSE(rate({.agents = 2, .pairings = {{0, 1, Ptnml{{2, 0, 2, 0, 0}}}}}).dispersion)
        << "too few points are expected of agent 0";
}

TEST(Ratings, of_two_agents_are_those_of_the_score) {
    for (const Ptnml& pairs :
         {Ptnml{{16, 15, 38, 19, 12}}, Ptnml{{0, 1, 0, 0, 60}}, Ptnml{{40, 3, 5, 1, 2}}}) {
        const Estimates estimates = estimate(pairs);
        const Ratings ratings = rate({.agents = 2, .pairings = {{0, 1, pairs}}});
        EXPECT_NEAR(*ratings.elo[0] - *ratings.elo[1], *estimates.elo, 1e-9);
        const PairScores seen = scores_of(pairs);
        const double p = seen.mean();
        const double error = std::sqrt(seen.spread(p) / seen.pairs / seen.pairs);
        const double by_delta_rule = error * 400 / std::log(10.0) / (p * (1 - p));
        EXPECT_NEAR(*ratings.difference_error[0][1], by_delta_rule, 1e-9);
        EXPECT_NEAR(*ratings.los[0][1], *estimates.los, 1e-2);
    }
}

TEST(Ratings, two_agents_need_no_degrees_of_freedom_although_openings_are_known) {
    std::vector<OpeningResult> pairs;
    for (std::uint64_t opening = 0; opening < 30; ++opening) {
        pairs.push_back({opening, static_cast<std::size_t>(opening % 5)});
    }
    const Ratings ratings = rate({.agents = 2, .pairings = {pairing_of(0, 1, pairs)}});
    EXPECT_EQ(ratings.cluster, Cluster::Opening);
    EXPECT_EQ(ratings.openings, 30U);
    EXPECT_FALSE(ratings.df);
    const Ratings counted =
        rate({.agents = 2, .pairings = {{0, 1, ratings.openings ? Ptnml{{6, 6, 6, 6, 6}} : Ptnml{}}}});
    EXPECT_NEAR(*ratings.difference_error[0][1], *counted.difference_error[0][1], 1e-9);
}

TEST(Ratings, unbeaten_agents_are_finite_and_their_class_is_not_the_zero) {
    const Crosstable results{.agents = 4,
                             .pairings = {{0, 1, Ptnml{{0, 0, 0, 0, 25}}},
                                          {0, 2, Ptnml{{0, 0, 0, 0, 25}}},
                                          {1, 2, Ptnml{{2, 3, 10, 6, 4}}},
                                          {3, 1, Ptnml{{9, 0, 0, 0, 0}}}}};
    const Ratings ratings = rate(results);
    EXPECT_TRUE(ratings.has_prior);
    ASSERT_EQ(ratings.classes[0].size(), 3U);
    EXPECT_EQ(ratings.zero_class[0], 1U);
    EXPECT_NEAR(*ratings.elo[1] + *ratings.elo[2], 0, 1e-9);
    EXPECT_GT(*ratings.elo[0], 300);
    EXPECT_LT(*ratings.elo[3], -200);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_TRUE(std::isfinite(*ratings.half_width[i]));
        EXPECT_GT(*ratings.half_width[i], 1);
    }
}

TEST(Ratings, agents_without_counted_pairs_have_none_and_groups_nothing_between_them) {
    const Ratings ratings =
        rate({.agents = 5,
              .pairings = {{0, 3, Ptnml{{1, 2, 3, 2, 2}}}, {1, 4, Ptnml{{2, 2, 2, 2, 2}}}, {0, 2, Ptnml{}}}});
    EXPECT_FALSE(ratings.elo[2]);
    EXPECT_FALSE(ratings.half_width[2]);
    EXPECT_FALSE(ratings.covariance[0][1]);
    EXPECT_FALSE(ratings.los[0][1]);
    EXPECT_TRUE(ratings.los[1][4]);
    EXPECT_EQ(ratings.ranks[2], (std::array<std::size_t, 2>{1, 5}));
    EXPECT_EQ(ratings.groups.size(), 2U);
}

TEST(Ratings, of_no_games_are_empty) {
    const Ratings ratings = rate({.agents = 3, .pairings = {}});
    EXPECT_TRUE(ratings.groups.empty());
    EXPECT_FALSE(ratings.fit.chi2);
    EXPECT_FALSE(ratings.elo[0]);
}

TEST(Ratings, clusters_are_openings_only_where_there_are_enough) {
    const auto with = [](std::size_t agents, std::uint64_t openings) {
        Crosstable results{.agents = agents, .pairings = {}};
        for (std::size_t a = 0; a + 1 < agents; ++a) {
            std::vector<OpeningResult> pairs;
            for (std::uint64_t opening = 0; opening < openings; ++opening) {
                pairs.push_back({opening, static_cast<std::size_t>((opening + a) % 5)});
            }
            results.pairings.push_back(pairing_of(a, a + 1, pairs));
        }
        return rate(results);
    };
    EXPECT_EQ(with(3, 9).cluster, Cluster::Pair);
    EXPECT_EQ(with(3, 10).cluster, Cluster::Opening);
    EXPECT_EQ(with(3, 10).df, 9U);
    EXPECT_EQ(with(6, 11).cluster, Cluster::Pair);
    EXPECT_EQ(with(6, 12).cluster, Cluster::Opening);
}

/// What an agent scores beyond its expectation adds up to 0, and so would its error by opening with one of
/// them.
TEST(Ratings, clusters_are_openings_only_where_each_agent_has_enough) {
    const auto with = [](std::uint64_t openings_of_last) {
        Crosstable results{.agents = 3, .pairings = {}};
        for (std::size_t a = 0; a < 2; ++a) {
            for (std::size_t b = a + 1; b < 3; ++b) {
                std::vector<OpeningResult> pairs;
                for (std::uint64_t round = 0; round < 40; ++round) {
                    pairs.push_back({b == 2 ? round % openings_of_last : round,
                                     static_cast<std::size_t>((3 * round + a + b) % 5)});
                }
                results.pairings.push_back(pairing_of(a, b, pairs));
            }
        }
        return rate(results);
    };
    for (const std::uint64_t few : {1U, 9U}) {
        EXPECT_EQ(with(few).cluster, Cluster::Pair) << few;
        EXPECT_FALSE(with(few).df) << few;
        EXPECT_GT(*with(few).half_width[2], 20) << few;
    }
    EXPECT_EQ(with(10).cluster, Cluster::Opening);
    EXPECT_EQ(with(10).df, 39U);
}

TEST(StudentizedRange, of_two_values_is_that_of_one_difference) {
    EXPECT_NEAR(studentized_range_quantile(0.95, 2, {}) / std::numbers::sqrt2, kTwoSided95, 1e-9);
    EXPECT_NEAR(studentized_range_cdf(1, 2, {}), 2 * normal_cdf(1 / std::numbers::sqrt2) - 1, 1e-12);
    // Student's t with 10 degrees of freedom: 2.2281388519649385 at 97.5 %.
    EXPECT_NEAR(studentized_range_quantile(0.95, 2, 10.0) / std::numbers::sqrt2, 2.2281388519649385, 1e-7);
}

/// Source: tables of the studentized range, e.g. Harter 1960: q(0.05) of 3, 10 and 20 values.
TEST(StudentizedRange, has_the_values_of_printed_tables) {
    struct Row {
        std::size_t count;
        std::optional<double> df;
        double q;
    };
    for (const auto& [count, df, q] : {Row{3, {}, 3.314}, Row{10, {}, 4.474}, Row{20, {}, 5.012},
                                       Row{3, 10.0, 3.877}, Row{10, 20.0, 5.008}, Row{5, 60.0, 3.977}}) {
        EXPECT_NEAR(studentized_range_quantile(0.95, count, df), q, 0.0015) << count;
    }
}

TEST(StudentizedRange, is_a_distribution_for_all_that_a_tournament_may_have) {
    for (const std::size_t count : {2U, 3U, 12U, 64U}) {
        for (const std::optional<double> df :
             {std::optional<double>{}, std::optional(9.0), std::optional(5000.0)}) {
            EXPECT_EQ(studentized_range_cdf(0, count, df), 0);
            double before = 0;
            for (double q = 0.5; q < 12; q += 0.5) {
                const double now = studentized_range_cdf(q, count, df);
                EXPECT_GE(now, before - 1e-12) << count << ' ' << q;
                before = now;
            }
            EXPECT_GT(before, 0.99);
            EXPECT_LE(before, 1 + 1e-9);
            const double quantile = studentized_range_quantile(0.95, count, df);
            EXPECT_NEAR(studentized_range_cdf(quantile, count, df), 0.95, 1e-9);
        }
    }
}

} // namespace

} // namespace sprt
