#include "sprt/simulate/simulated_tuning.hpp"

#include "sprt/schedule/tuning.hpp"

#include <fmt/format.h>

namespace sprt {
namespace {

using referee::TunedNumber;

constexpr double kStart = 0.5;
constexpr std::uint64_t kBestValues = 4; ///< their seed is mixed with it: with 0 to 3 are those of the games

/// The strength of each set of values.
class Surface {
  public:
    Surface(const TuningModel& model, std::uint64_t seed) {
        Random random(referee::mixed(seed, kBestValues));
        double squares = 0;
        while (best_.size() < model.params) {
            const double distance = 0.1 + 0.3 * random.uniform();
            best_.push_back(kStart + (random.uniform() < 0.5 ? -distance : distance));
            squares += distance * distance;
        }
        scale_ = model.win_elo / squares;
    }

    /// Elo above the best values: 0 or less.
    [[nodiscard]] double elo(const std::vector<TunedNumber>& values) const noexcept {
        double squares = 0;
        for (std::size_t i = 0; i < best_.size(); ++i) {
            const double distance = values[i].value - best_[i];
            squares += distance * distance;
        }
        return -scale_ * squares;
    }

  private:
    std::vector<double> best_;
    double scale_ = 0;
};

TuneRules rules_of(const TuningModel& model, std::uint64_t seed) {
    TuneRules rules{.params = {},
                    .seed = seed,
                    .first_pairs = model.pairs,
                    .pairs = model.pairs,
                    .lag = model.lag,
                    .has_probes = false};
    for (std::size_t i = 0; i < model.params; ++i) {
        rules.params.push_back({.name = fmt::format("p{}", i), .start = kStart, .low = 0, .high = 1});
    }
    return rules;
}

} // namespace

double simulate_tuning(const TuningModel& model, std::uint64_t seed) {
    const Surface surface(model, seed);
    Tuning tuning(rules_of(model, seed));
    referee::GameRecord record;
    record.termination = referee::Termination::TurnLimit;
    for (; record.pair < model.pairs; ++record.pair) {
        const auto [plus, minus] = tuning.game_of(record.pair).values;
        const SimulatedGames games({.true_elo = surface.elo(plus) - surface.elo(minus), .draws = model.draws},
                                   seed);
        for (const bool is_second : {false, true}) {
            record.game = 2 * record.pair + (is_second ? 1 : 0);
            record.first = referee::first_player(record.game);
            record.winner = games.play({record.game, record.pair, record.first, record.pair}).winner;
            tuning.add(record);
        }
    }
    return surface.elo(tuning.tuned_values()) - surface.elo(tuning.start_values());
}

std::uint64_t SimulatedTunings::weaker() const noexcept {
    return static_cast<std::uint64_t>(std::ranges::lower_bound(gains, 0.0) - gains.begin());
}

SimulatedTunings simulate(const TuningModel& model, std::uint64_t runs, std::uint64_t seed) {
    SimulatedTunings result;
    for (std::uint64_t i = 0; i < runs; ++i) {
        result.gains.push_back(simulate_tuning(model, referee::mixed(seed, i)));
    }
    std::ranges::sort(result.gains);
    return result;
}

} // namespace sprt
