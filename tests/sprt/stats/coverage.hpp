#pragma once
// How often 95 % intervals hold the truth, exactly: over all counts that a number of pairs or games can come
// to, each with its probability.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/estimates.hpp"
#include "sprt/stats/interval.hpp"
#include "sprt/stats/model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace sprt {

/// All ways in which `units` fall into K classes.
template<std::size_t K>
std::vector<std::array<std::uint64_t, K>> all_counts(std::uint64_t units) {
    if constexpr (K == 1) {
        return {{units}};
    } else {
        std::vector<std::array<std::uint64_t, K>> result;
        for (std::uint64_t first = 0; first <= units; ++first) {
            for (const auto& rest : all_counts<K - 1>(units - first)) {
                auto& counts = result.emplace_back();
                counts[0] = first;
                std::ranges::copy(rest, counts.begin() + 1);
            }
        }
        return result;
    }
}

/// The multinomial probability of `counts`.
template<std::size_t K>
double probability(const std::array<std::uint64_t, K>& counts, const std::array<double, K>& chances) {
    double units = 0;
    double log = 0;
    for (std::size_t i = 0; i < K; ++i) {
        if (counts[i] > 0) {
            const auto count = static_cast<double>(counts[i]);
            units += count;
            log += count * std::log(chances[i]) - std::lgamma(count + 1);
        }
    }
    return std::exp(log + std::lgamma(units + 1));
}

struct PlayedTruth {
    double elo;
    PlayModel play;
};

/// -400 to 400 Elo, draws, and openings that give a side up to 600 Elo.
inline std::vector<PlayedTruth> played_truths() {
    std::vector<PlayedTruth> result;
    for (const double bias : {0.0, 100.0, 300.0, 600.0}) {
        for (const double draws : {0.0, 0.3, 0.7, 0.95}) {
            for (double elo = -400; elo <= 400; elo += 50) {
                result.push_back({elo, play_model(elo, draws, bias)});
            }
        }
    }
    return result;
}

/// 1e-6: what the ends are exact to, in Elo.
inline bool holds(const std::optional<Interval>& interval, double truth) {
    return interval && interval->lower <= truth + 1e-6 && truth - 1e-6 <= interval->upper;
}

/// At the truth where it is least.
struct LeastCoverage {
    double elo = 1;
    double nelo = 1;
    double normal = 1; ///< of the score -+ 1.96 standard errors
    double misled = 0; ///< how often LOS is 95 % or more where agent 1 is not stronger: the most
};

/// What estimate() says of counts of K classes, pairs or games.
template<std::size_t K>
Estimates estimate_of(const std::array<std::uint64_t, K>& counts) {
    if constexpr (K == 5) {
        return estimate(Ptnml{counts});
    } else {
        return estimate(Wld{.wins = counts[2], .losses = counts[0], .draws = counts[1]});
    }
}

template<std::size_t K>
Moments moments_of(const std::array<std::uint64_t, K>& counts) {
    std::array<double, K> weights{};
    std::ranges::copy(counts, weights.begin());
    return moments(weights);
}

template<std::size_t K>
std::array<double, K> chances_of(const PlayModel& play) {
    if constexpr (K == 5) {
        return play.pair;
    } else {
        return {play.game.loss, play.game.draw, play.game.win};
    }
}

template<std::size_t K>
LeastCoverage least_coverage(std::uint64_t units) {
    const auto counts = all_counts<K>(units);
    std::vector<Estimates> said;
    for (const auto& one : counts) {
        said.push_back(estimate_of(one));
    }
    LeastCoverage least;
    for (const PlayedTruth& truth : played_truths()) {
        const auto chances = chances_of<K>(truth.play);
        const Moments true_moments = moments(chances);
        const double unit = kNormalizedEloUnit / std::sqrt(true_moments.games_per_unit);
        const double nelo = unit * (true_moments.mean - 0.5) / std::sqrt(true_moments.variance);
        LeastCoverage here{.elo = 0, .nelo = 0, .normal = 0};
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const double share = probability(counts[i], chances);
            const Moments seen = moments_of(counts[i]);
            const double error = kTwoSided95 * std::sqrt(seen.variance / seen.units);
            here.elo += holds(said[i].elo_ci95, truth.elo) ? share : 0;
            here.nelo += holds(said[i].nelo_ci95, nelo) ? share : 0;
            here.normal += std::abs(seen.mean - true_moments.mean) <= error + 1e-12 ? share : 0;
            here.misled += truth.elo <= 0 && said[i].los >= 0.95 ? share : 0;
        }
        least = {.elo = std::min(least.elo, here.elo),
                 .nelo = std::min(least.nelo, here.nelo),
                 .normal = std::min(least.normal, here.normal),
                 .misled = std::max(least.misled, here.misled)};
    }
    return least;
}

/// Of the interval of the opening bias, at the truth where it is least.
inline double least_coverage_of_bias(std::uint64_t pairs) {
    const auto counts = all_counts<6>(pairs); // LL, LD, DD, LW, DW, WW
    std::vector<std::optional<OpeningImbalance>> said;
    for (const auto& [ll, ld, dd, lw, dw, ww] : counts) {
        const Wld games{.wins = 2 * ww + dw + lw, .losses = 2 * ll + ld + lw, .draws = ld + dw + 2 * dd};
        said.push_back(opening_imbalance(games, Ptnml{{ll, ld, dd + lw, dw, ww}}));
    }
    double least = 1;
    for (const PlayedTruth& truth : played_truths()) {
        const auto& [favoured, hindered] = std::pair(truth.play.favoured, truth.play.hindered);
        const double drawn = favoured.draw * hindered.draw;
        const auto& pair = truth.play.pair;
        const std::array<double, 6> chances{pair[0], pair[1], drawn, pair[2] - drawn, pair[3], pair[4]};
        const double half = (favoured.win - hindered.win + (favoured.draw - hindered.draw) / 2) / 2;
        const double bias = elo_of_score(0.5 + half);
        double here = 0;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            here += !said[i]->ci95 || holds(*said[i]->ci95, bias) ? probability(counts[i], chances) : 0;
        }
        least = std::min(least, here);
    }
    return least;
}

} // namespace sprt
