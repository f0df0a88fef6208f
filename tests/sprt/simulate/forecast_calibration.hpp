#pragma once
// Forecasts of simulated tests and what became of them. Used by a slow test and by tests/bench/forecast.cpp.

#include "sprt/simulate/simulation.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/motion/llr_motion.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace sprt {

/// Forecasts of a P(H1) between two tens of per cent, and what became of them.
struct ForecastBin {
    double forecasts = 0;
    double promised = 0; ///< sum of P(H1)
    double h1 = 0;
    double squares = 0; ///< of each run's H1 minus promised, summed over its forecasts

    void add(const ForecastBin& run) {
        forecasts += run.forecasts;
        promised += run.promised;
        h1 += run.h1;
        squares += (run.h1 - run.promised) * (run.h1 - run.promised);
    }
};

struct ForecastLook {
    Forecast forecast;
    double left; ///< how many units were really left

    [[nodiscard]] bool is_in_range() const noexcept {
        return left >= forecast.units_range.lower && left <= forecast.units_range.upper;
    }
};

struct ForecastedRun {
    Verdict verdict;
    std::vector<ForecastLook> looks;
};

class ForecastCalibration {
  public:
    void add(const ForecastedRun& run) {
        std::array<ForecastBin, 10> seen{};
        for (const ForecastLook& look : run.looks) {
            const double p_h1 = look.forecast.p_h1;
            ForecastBin& bin = seen[std::min<std::size_t>(9, static_cast<std::size_t>(p_h1 * 10))];
            bin.forecasts += 1;
            bin.promised += p_h1;
            bin.h1 += run.verdict == Verdict::H1 ? 1 : 0;
            forecasts_ += 1;
            in_range_ += look.is_in_range() ? 1 : 0;
        }
        for (std::size_t i = 0; i < seen.size(); ++i) {
            bins_[i].add(seen[i]);
        }
    }

    /// By tens of per cent.
    [[nodiscard]] const std::array<ForecastBin, 10>& bins() const noexcept { return bins_; }
    /// The share of forecasts whose range held the number of units that were left.
    [[nodiscard]] double in_range() const noexcept { return in_range_ / forecasts_; }

  private:
    std::array<ForecastBin, 10> bins_{};
    double forecasts_ = 0;
    double in_range_ = 0;
};

/// Agent 1's points in a game, doubled.
inline std::size_t drawn_points(const GameChances& chances, Random& random) {
    const double at = random.uniform();
    return at < chances.loss ? 0 : at < chances.loss + chances.draw ? 1 : 2;
}

/// A run of pairs, forecast after each number of pairs in `looks`, which rise, as long as it has no verdict.
inline ForecastedRun forecasted_run(const SequentialTest& test, const PlayModel& play,
                                    std::span<const std::uint64_t> looks, Random& random) {
    Ptnml pairs;
    std::array<std::uint64_t, 3> games{};
    const bool pairwise = is_pairwise(test.model());
    const auto seen = [&]() -> Counts {
        return pairwise ? Counts(pairs)
                        : Counts(Wld{.wins = games[2], .losses = games[0], .draws = games[1]});
    };
    ForecastedRun run{.verdict = Verdict::Continue, .looks = {}};
    std::vector<double> units_at;
    double units = 0;
    for (std::uint64_t played = 1; run.verdict == Verdict::Continue; ++played) {
        std::array<GameChances, 2> two{play.favoured, play.hindered};
        if (random.uniform() < 0.5) {
            std::swap(two[0], two[1]);
        }
        std::size_t points = 0;
        for (std::size_t game = 0; game < 2 && run.verdict == Verdict::Continue; ++game) {
            const std::size_t won = drawn_points(two[game], random);
            points += won;
            ++games[won];
            if (game == 1) {
                ++pairs.counts[points];
            }
            if (game == 1 || !pairwise) {
                units += 1;
                run.verdict = test.evaluate(seen()).verdict;
            }
        }
        if (run.verdict == Verdict::Continue && !looks.empty() && looks.front() == played) {
            run.looks.push_back({.forecast = forecast(test, seen()).value(), .left = 0});
            units_at.push_back(units);
            looks = looks.subspan(1);
        }
    }
    for (std::size_t i = 0; i < units_at.size(); ++i) {
        run.looks[i].left = units - units_at[i];
    }
    return run;
}

/// How games are played, apart from who is stronger.
struct Circumstances {
    double draws;
    double bias_elo;
};

/// The true Elo of the score at which `elo` of the test's hypotheses is the truth.
inline double true_elo_of(Model model, double elo, const Circumstances& games) {
    switch (model) {
    case Model::Normalized:
        return elo == 0 ? 0 : true_elo_of_nelo(elo, games.draws, games.bias_elo).value();
    case Model::Wald:
        return elo_of_score(games.draws / 2 + (1 - games.draws) * expected_score(elo));
    case Model::BayeseloTrue:
        return elo_of_bayeselo(elo, 400 * std::log10((1 + games.draws) / (1 - games.draws)));
    case Model::Pentanomial:
    case Model::Trinomial:
    case Model::Bayeselo:
        break;
    }
    return elo;
}

/// A true Elo from the prior of forecasts, see sprt/stats/motion/llr_motion.hpp.
inline double true_elo_of_prior(const SequentialTest& test, const Circumstances& games, Random& random) {
    const double elo0 = true_elo_of(test.model(), test.hypotheses().elo0, games);
    const double elo1 = true_elo_of(test.model(), test.hypotheses().elo1, games);
    const bool near = random.uniform() < 0.22;
    const double away = near ? (elo1 - elo0) / 4 * random.normal()
                             : 200 * std::tan(std::numbers::pi * (random.uniform() - 0.5));
    return (elo0 + elo1) / 2 + away;
}

} // namespace sprt
