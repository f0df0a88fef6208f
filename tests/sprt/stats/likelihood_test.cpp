#include "sprt/stats/counts.hpp"
#include "sprt/stats/likelihood.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace sprt {
namespace {

double llr_of(Model model, const Counts& counts, const Hypotheses& hypotheses) {
    return SequentialTest(model, hypotheses).evaluate(counts).llr;
}

template<std::size_t K>
void expect_solved(const std::array<double, K>& fractions, const Tilt<K>& tilt, const ExpectedScore& score) {
    double sum = 0;
    double won = 0;
    double lost = 0;
    for (std::size_t i = 0; i < K; ++i) {
        ASSERT_GT(tilt.weights[i], 0) << i;
        const double q = fractions[i] / tilt.weights[i];
        sum += q;
        won += q * score_of_outcome<K>(i);
        lost += q * score_of_outcome<K>(K - 1 - i);
    }
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_NEAR(won / score.won, 1, 1e-9);
    EXPECT_NEAR(lost / score.lost, 1, 1e-9);
}

template<std::size_t K>
void expect_solved_anywhere(unsigned seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> unit(0, 1);
    for (int i = 0; i < 20000; ++i) {
        std::array<std::uint64_t, K> counts{};
        const double digits = 9 * unit(random);
        for (std::uint64_t& count : counts) {
            count = unit(random) < 0.4 ? 0 : static_cast<std::uint64_t>(std::pow(10, digits * unit(random)));
        }
        const Outcomes<K> seen = outcomes(counts);
        const ExpectedScore score = score_at(4000 * unit(random) - 2000);
        expect_solved(seen.fractions, solve(seen.fractions, mean_score_is<K>(score)), score);
        if (testing::Test::HasFailure()) {
            for (const std::uint64_t count : counts) {
                ADD_FAILURE() << count << ' ' << score.won;
            }
            return;
        }
    }
}

TEST(Secular, fit_has_the_prescribed_mean) {
    expect_solved_anywhere<3>(1);
    expect_solved_anywhere<5>(2);
}

TEST(Secular, data_with_the_prescribed_mean_stay_as_they_are) {
    const Outcomes<5> seen = outcomes(Ptnml{{10, 20, 40, 20, 10}});
    const Tilt<5> tilt = solve(seen.fractions, mean_score_is<5>(score_at(0)));
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(tilt.excess[i], 0, 1e-16);
        EXPECT_NEAR(tilt.weights[i], 1, 1e-15);
    }
}

TEST(Secular, root_next_to_a_pole_is_found) {
    // All observations but a share of 4e-12 are one outcome, so the root is about 1e-12 from a pole.
    for (const bool won : {false, true}) {
        const Outcomes<5> seen =
            outcomes(won ? Ptnml{{0, 0, 0, 0, 1'000'000'000}} : Ptnml{{1'000'000'000, 0, 0, 0, 0}});
        for (const double elo : {-2000., -50., 0., 5., 2000.}) {
            const ExpectedScore score = score_at(elo);
            expect_solved(seen.fractions, solve(seen.fractions, mean_score_is<5>(score)), score);
        }
    }
}

TEST(LogRatio, log_ratio_is_exact_for_close_and_for_distant_numbers) {
    for (const double x : {1e-300, 1e-17, 1e-9, 0.01, 0.0618, 0.0620, 0.5, 3.0, 1e9}) {
        EXPECT_NEAR(log_ratio(1 + x, 1, x) / std::log1p(x), 1, 4e-15) << x;
        EXPECT_NEAR(log_ratio(1, 1 + x, -x) / std::log1p(x), -1, 4e-15) << x;
    }
    EXPECT_EQ(log_ratio(2, 2, 0), 0);
}

double wald_llr_of(const Wld& games, const Hypotheses& test) {
    return wald_llr(games, wald_updates(test));
}

TEST(Gsprt, offsets_of_the_prescribed_mean_sum_to_0_under_it) {
    for (const double elo : {-2000.0, -50.0, 0.0, 5.0, 2000.0}) {
        const ExpectedScore score = score_at(elo);
        const Constraint<3> games = mean_score_is<3>(score);
        // Wins and losses alone in these shares have the prescribed mean.
        EXPECT_NEAR(score.lost * games.slope[0] + score.won * games.slope[2], 0, 1e-15) << elo;
        EXPECT_EQ(games.top, 2u);
        EXPECT_EQ(games.bottom, 0u);
    }
}

TEST(Gsprt, trinomial_without_draws_is_wald) {
    std::mt19937_64 random(7);
    std::uniform_int_distribution<std::uint64_t> games(1, 2000);
    std::uniform_real_distribution<double> elo(-200, 200);
    for (int i = 0; i < 2000; ++i) {
        const Wld played{.wins = games(random), .losses = games(random), .draws = 0};
        const double elo0 = elo(random);
        const Hypotheses test{.elo0 = elo0, .elo1 = elo0 + 50};
        const WaldUpdates updates = wald_updates(test);
        // 1e-3 draws stand for none, and add at most as much as 1e-3 wins or losses.
        const double tolerance = 1e-3 * std::max(updates.win, -updates.loss);
        EXPECT_NEAR(llr_of(Model::Trinomial, played, test), wald_llr_of(played, test), tolerance);
    }
    for (std::uint64_t wins = 100; wins <= 200; ++wins) {
        const Wld played{.wins = wins, .losses = 300 - wins, .draws = 0};
        const Hypotheses test{.elo0 = 0, .elo1 = 50};
        EXPECT_NEAR(llr_of(Model::Trinomial, played, test), wald_llr_of(played, test), 1e-4) << wins;
    }
}

/// The values have 50 digits and lie beyond the range in which the reference tools were compared. In the
/// first two rows 8e8 pairs decide about a difference of 0.01 Elo: the terms of the sum cancel to a 1e9th.
TEST(Gsprt, llr_keeps_its_digits_for_extreme_counts_and_bounds) {
    const struct {
        Hypotheses test;
        Ptnml pairs;
        double llr;
    } rows[] = {
        {{0, 0.01}, {{100000003, 200000000, 300000001, 200000007, 100000005}}, -1.1178942269637427},
        {{0, 0.01}, {{100000003, 200000000, 300070001, 200060007, 100000005}}, 1.472491466603052},
        {{-2000, 2000}, {{0, 0, 0, 0, 1'000'000'000}}, 11512925464.993254},
        {{0, 2000}, {{1, 0, 0, 0, 1'000'000'000}}, 693137169.79223567},
        {{1999, 2000}, {{0, 0, 1'000'000'000, 0, 0}}, -5756405.0024513328},
        {{-700, 900}, {{0, 7, 0, 1, 0}}, -15.708084863151883},
    };
    const auto tolerance = [](double llr) { return std::max(1e-8, 1e-9 * std::abs(llr)); };
    for (const auto& row : rows) {
        EXPECT_NEAR(llr_of(Model::Pentanomial, row.pairs, row.test), row.llr, tolerance(row.llr)) << row.llr;
    }
    EXPECT_NEAR(llr_of(Model::Trinomial, Wld{.wins = 1'000'000'000, .losses = 3, .draws = 0}, {-2000, -1990}),
                57564034.793756016, tolerance(57564034));
}

TEST(Normalized, llr_without_variance_has_its_closed_form) {
    // Each of n pairs 1-1 adds -ln(1 + t1^2).
    const double t1 = pair_t(50);
    EXPECT_NEAR(llr_of(Model::Normalized, Ptnml{{0, 0, 1'000'000, 0, 0}}, {.elo0 = 0, .elo1 = 50}),
                -1e6 * std::log1p(t1 * t1), 0.5);
}

/// H0 is "the mean score is 1/2" on both scales, so for H1 close to it both tests have the same likelihoods.
TEST(Normalized, llr_close_to_0_elo_is_that_of_pentanomial) {
    const Ptnml pairs{{30, 5, 400, 6, 49}};
    double square = 0;
    for (std::size_t i = 0; i < 5; ++i) {
        const double off = score_of_outcome<5>(i) - 0.5;
        square += static_cast<double>(pairs.counts[i]) / 490 * off * off;
    }
    const double nelo = 1e-4;
    const double elo = elo_of_score(0.5 + pair_t(nelo) * std::sqrt(square));
    const double expected = llr_of(Model::Pentanomial, pairs, {.elo0 = 0, .elo1 = elo});
    EXPECT_NEAR(llr_of(Model::Normalized, pairs, {.elo0 = 0, .elo1 = nelo}) / expected, 1, 0.01);
}

template<std::size_t K>
using Distribution = std::array<double, K>;

template<std::size_t K>
double t_of(const Distribution<K>& q) {
    double mean = 0;
    double square = 0;
    for (std::size_t i = 0; i < K; ++i) {
        const double u = score_of_outcome<K>(i) - 0.5;
        mean += q[i] * u;
        square += q[i] * u * u;
    }
    return mean / std::sqrt(square - mean * mean);
}

/// The loss of likelihood by taking q for p, in nats.
template<std::size_t K>
double loss(const Distribution<K>& p, const Distribution<K>& q) {
    double sum = 0;
    for (std::size_t i = 0; i < K; ++i) {
        sum += p[i] * std::log(p[i] / q[i]);
    }
    return sum;
}

template<std::size_t K>
class Trials {
  public:
    explicit Trials(unsigned seed)
        : random_(seed) {}

    double unit() { return std::uniform_real_distribution<double>(0, 1)(random_); }

    Outcomes<K> data() {
        std::array<std::uint64_t, K> counts{};
        const double digits = 9 * unit();
        for (std::uint64_t& count : counts) {
            count = unit() < 0.3 ? 0 : static_cast<std::uint64_t>(std::pow(10, digits * unit()));
        }
        return outcomes(counts);
    }

    Distribution<K> distribution() {
        Distribution<K> q{};
        double sum = 0;
        for (double& part : q) {
            part = std::pow(unit(), 8) + 1e-12;
            sum += part;
        }
        for (double& part : q) {
            part /= sum;
        }
        return q;
    }

    /// Sets `q` to a distribution with this t on the line from `near` to a random one; false when there is
    /// none.
    bool with_t(double t, const Distribution<K>& near, Distribution<K>& q) {
        const Distribution<K> far = distribution();
        const auto mixed = [&](double share) {
            Distribution<K> result{};
            for (std::size_t i = 0; i < K; ++i) {
                result[i] = (1 - share) * near[i] + share * far[i];
            }
            return result;
        };
        const bool below = t_of<K>(near) < t;
        if ((t_of<K>(far) < t) == below) {
            return false;
        }
        double low = 0;
        double high = 1;
        for (int step = 0; step < 100; ++step) {
            const double middle = (low + high) / 2;
            ((t_of<K>(mixed(middle)) < t) == below ? low : high) = middle;
        }
        q = mixed(low);
        return true;
    }

  private:
    std::mt19937_64 random_;
};

template<std::size_t K>
void expect_best_fit(unsigned seed) {
    Trials<K> trials(seed);
    int compared = 0;
    for (int i = 0; i < 2000; ++i) {
        const Outcomes<K> seen = trials.data();
        const double t = std::pow(10, -2.5 + 3.5 * trials.unit()) * (trials.unit() < 0.5 ? -1 : 1);
        const Tilt<K> tilt = fit_normalized(seen, t);
        Distribution<K> fit{};
        double sum = 0;
        for (std::size_t k = 0; k < K; ++k) {
            fit[k] = seen.fractions[k] / tilt.weights[k];
            sum += fit[k];
        }
        EXPECT_NEAR(sum, 1, 1e-9);
        EXPECT_NEAR(t_of<K>(fit) / t, 1, 1e-5) << t;
        const double least = loss<K>(seen.fractions, fit);
        for (int k = 0; k < 40; ++k) {
            Distribution<K> other{};
            const Distribution<K> from = k % 3 == 0 ? seen.fractions : trials.distribution();
            if (trials.with_t(t, from, other)) {
                ++compared;
                EXPECT_GE(loss<K>(seen.fractions, other), least * (1 - 1e-9) - 1e-13) << t;
            }
        }
    }
    EXPECT_GT(compared, 10000);
}

TEST(NormalizedFit, no_other_distribution_with_this_t_is_likelier) {
    expect_best_fit<3>(11);
    expect_best_fit<5>(12);
}

TEST(NormalizedFit, better_of_two_minima_is_taken) {
    // No pair has more than 1 point. The pairs that a t above 0 asks for can be WD or WW, and a search that
    // starts from the data finds the worse of the two, with a loss of 50.9 nats.
    const Outcomes<5> seen = outcomes(Ptnml{{0, 20, 300, 0, 0}});
    const Tilt<5> tilt = fit_normalized(seen, 0.29);
    double sum = 0;
    for (std::size_t k = 0; k < 5; ++k) {
        sum += seen.fractions[k] * std::log(tilt.weights[k]);
    }
    EXPECT_NEAR(seen.total * sum, 40.804455, 1e-5);
}

TEST(NormalizedFit, fit_is_continuous_at_t_0) {
    const Outcomes<5> seen = outcomes(Ptnml{{30, 5, 400, 6, 49}});
    const Tilt<5> zero = fit_normalized(seen, 0);
    for (const double t : {1e-9, -1e-9, 1e-300, -1e-300}) {
        const Tilt<5> tilt = fit_normalized(seen, t);
        for (std::size_t i = 0; i < 5; ++i) {
            EXPECT_NEAR(tilt.weights[i], zero.weights[i], 1e-8) << t;
        }
    }
}

TEST(NormalizedFit, fit_of_mirrored_data_is_mirrored) {
    const Outcomes<5> seen = outcomes(Ptnml{{100, 50, 700, 55, 95}});
    const Outcomes<5> mirrored = outcomes(Ptnml{{95, 55, 700, 50, 100}});
    const Tilt<5> tilt = fit_normalized(seen, 0.3);
    const Tilt<5> mirror = fit_normalized(mirrored, -0.3);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(tilt.weights[i], mirror.weights[4 - i]);
    }
}

} // namespace

} // namespace sprt
