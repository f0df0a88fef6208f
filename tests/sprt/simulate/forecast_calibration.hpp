#pragma once
// Forecasts of simulated tests and what became of them. Used by a slow test and by tests/bench/forecast.cpp.

#include "sprt/simulate/random.hpp"
#include "sprt/stats/elo.hpp"
#include "sprt/stats/motion/forecast.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
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

struct ForecastCalibration {
    std::array<ForecastBin, 10> bins{};
    double ranges = 0;   ///< forecasts of the range of pairs left
    double in_range = 0; ///< of them those whose range held the number of pairs left
};

struct ForecastLook {
    double p_h1;
    std::optional<Interval> range; ///< of pairs left
    std::uint64_t pairs;
};

/// One run: a pair at a time with the chances of a model.
class ForecastRun {
  public:
    ForecastRun(const SequentialTest& test, const std::array<double, 5>& chances, Random& random)
        : test_(test)
        , chances_(chances)
        , random_(random) {}

    /// `with_range`: the range of pairs left is forecast too, which takes a hundred times as long.
    void count_in(ForecastCalibration& all, bool with_range) {
        constexpr std::uint64_t kFirstLook = 8;
        Ptnml pairs;
        std::vector<ForecastLook> looks;
        std::uint64_t next_look = kFirstLook;
        Verdict verdict = Verdict::Continue;
        while (verdict == Verdict::Continue) {
            ++pairs.counts[draw()];
            verdict = test_.verdict(pairs);
            if (pairs.pairs() == next_look && verdict == Verdict::Continue) {
                looks.push_back(look(pairs, with_range));
                next_look *= 2;
            }
        }
        std::array<ForecastBin, 10> run{};
        for (const ForecastLook& look : looks) {
            ForecastBin& bin = run[std::min<std::size_t>(9, static_cast<std::size_t>(look.p_h1 * 10))];
            bin.forecasts += 1;
            bin.promised += look.p_h1;
            bin.h1 += verdict == Verdict::H1 ? 1 : 0;
            if (look.range) {
                const auto left = static_cast<double>(pairs.pairs() - look.pairs);
                all.ranges += 1;
                all.in_range += left >= look.range->lower && left <= look.range->upper ? 1 : 0;
            }
        }
        for (std::size_t i = 0; i < run.size(); ++i) {
            all.bins[i].add(run[i]);
        }
    }

  private:
    [[nodiscard]] ForecastLook look(const Ptnml& pairs, bool with_range) const {
        const double llr = test_.evaluate(pairs).llr;
        const Hypotheses& bounds = test_.hypotheses();
        ForecastLook look{.p_h1 = forecast_h1(llr, pairs, bounds, EloScale::Logistic).value(),
                          .range = {},
                          .pairs = pairs.pairs()};
        if (with_range) {
            look.range = forecast(llr, pairs, bounds, EloScale::Logistic).value().units_range;
        }
        return look;
    }

    [[nodiscard]] std::size_t draw() {
        double at = random_.uniform();
        for (std::size_t i = 0; i < 4; ++i) {
            if (at < chances_[i]) {
                return i;
            }
            at -= chances_[i];
        }
        return 4;
    }

    const SequentialTest& test_;
    const std::array<double, 5>& chances_;
    Random& random_;
};

/// A true Elo from the prior of forecasts of a test of [0, `elo1`].
inline double true_elo_of_prior(double elo1, Random& random) {
    const double width = score_gap(0, elo1);
    return elo_of_score(0.5 + width / 2 + width * random.normal());
}

} // namespace sprt
