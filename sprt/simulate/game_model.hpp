#pragma once
// A model of games: the chances of their results, and how long they last. Source: docs/evidence.md.

#include "referee/base/seed.hpp"
#include "referee/rules/ending.hpp"
#include "sprt/ledger/game_result.hpp"
#include "sprt/schedule/schedule.hpp"
#include "sprt/stats/play_model.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

namespace sprt {

// Fast random numbers for simulations. The same seed gives the same numbers on every machine, up to the last
// digits of log and sqrt; the distributions of <random> differ between libraries.

/// `bits` as a number in [0, 1), a multiple of 2^-53.
[[nodiscard]] constexpr double unit_interval(std::uint64_t bits) noexcept {
    return static_cast<double>(bits >> 11) * 0x1p-53;
}

/// xoshiro256++. A value: a copy draws the same numbers.
/// Source: Blackman, Vigna, "Scrambled linear pseudorandom number generators", 2021.
class Random {
  public:
    explicit constexpr Random(const std::array<std::uint64_t, 4>& state) noexcept
        : state_(state) {}
    explicit constexpr Random(std::uint64_t seed) noexcept
        : Random(std::array{referee::mixed(seed, 0), referee::mixed(seed, 1), referee::mixed(seed, 2),
                            referee::mixed(seed, 3)}) {}

    [[nodiscard]] constexpr std::uint64_t bits() noexcept {
        const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// Uniform in [0, 1).
    [[nodiscard]] constexpr double uniform() noexcept { return unit_interval(bits()); }

    /// Standard normal. Source: Marsaglia's polar method.
    [[nodiscard]] double normal() noexcept {
        if (has_spare_) {
            has_spare_ = false;
            return spare_;
        }
        double x = 0;
        double y = 0;
        double square = 0;
        do {
            x = 2 * uniform() - 1;
            y = 2 * uniform() - 1;
            square = x * x + y * y;
        } while (square >= 1 || square == 0);
        const double factor = std::sqrt(-2 * std::log(square) / square);
        spare_ = y * factor;
        has_spare_ = true;
        return x * factor;
    }

  private:
    std::array<std::uint64_t, 4> state_; ///< not all 0
    double spare_ = 0;
    bool has_spare_ = false;
};

/// A gamma distribution of mean 1.
/// Source: Marsaglia, Tsang, "A simple method for generating gamma variables", 2000; shape 1 or more.
class Gamma {
  public:
    /// `variation`: standard deviation divided by mean, above 0 and at most 1.
    explicit Gamma(double variation) noexcept
        : d_(1 / (variation * variation) - 1. / 3)
        , c_(1 / std::sqrt(9 * d_))
        , scale_(variation * variation) {}

    [[nodiscard]] double draw(Random& random) const noexcept {
        while (true) {
            const double x = random.normal();
            const double root = 1 + c_ * x;
            if (root <= 0) {
                continue;
            }
            const double v = root * root * root;
            const double u = 1 - random.uniform(); // above 0
            const double xx = x * x;
            if (u < 1 - 0.0331 * xx * xx || std::log(u) < xx / 2 + d_ * (1 - v + std::log(v))) {
                return d_ * v * scale_;
            }
        }
    }

  private:
    double d_;
    double c_;
    double scale_;
};

/// Each opening favours one side, and chance decides which. Given the opening, games are independent.
struct GameModel {
    double true_elo = 0; ///< of agent 1, by the score of pairs; see play_model()
    double draws = 0;    ///< share of draws between equals, 0 to 1
    double bias_elo = 0; ///< by how much an opening favours one side
    /// Durations have a gamma distribution with a coefficient of variation of 0.35. The mean for draws is 1;
    /// the means for wins and losses of agent 1 are these, above 0.
    double wins_last = 1;
    double losses_last = 1;
    std::optional<std::uint64_t> book{}; ///< number of openings, above 0; empty: no opening comes twice
    bool deterministic = false;          ///< games from the same opening and seats are equal
    /// With this probability, 0 to below 1, a game is the one that agents without chance would play; all
    /// others are played by chance. `true_elo` is that of all games together, see repeated_play().
    double repeat_share = 0;
};

/// Agents that play a repeatable game with probability `repeat_share`.
struct RepeatedPlay {
    referee::PerSide<referee::Winner>
        repeated;     ///< winner of the repeatable game in which agent 1 has this side
    double other_elo; ///< true Elo of all other games; infinite when agent 1 must lose, or win, all of them
};

/// The play in which agent 1 scores as few points as it can in its repeatable games; all other games make up
/// for it. So the repeatable games say something else than all games together do. Empty where no play has the
/// true Elo.
[[nodiscard]] std::optional<RepeatedPlay> repeated_play(const GameModel& model) noexcept;

/// Of 0, 1/2, 1, 3/2 and 2 points for agent 1 in a pair.
[[nodiscard]] std::array<double, 5> pair_chances(const GameModel& model) noexcept;

/// What is random in one run. A result depends on the number of the game and on the seed alone, as in real
/// runs whose agents use their seeds. Durations are drawn in the order in which games begin.
class SimulatedGames {
  public:
    /// There is a play with the model's true Elo.
    SimulatedGames(const GameModel& model, std::uint64_t seed) noexcept;

    [[nodiscard]] GameResult play(const ScheduledGame& game) const noexcept;

    /// Draws the duration of a game with this result.
    [[nodiscard]] double duration(const GameResult& result) noexcept;

  private:
    double wins_last_;
    double losses_last_;
    bool deterministic_;
    double repeat_share_;
    referee::PerSide<referee::Winner> repeated_;
    PlayModel chances_{};    ///< of the games that are not repeatable
    std::uint64_t openings_; ///< seed of which side each opening favours
    std::uint64_t results_;  ///< seed of the results
    std::uint64_t repeats_;  ///< seed of which games are the repeatable ones
    Random random_;          ///< for durations
    Gamma durations_;
};

} // namespace sprt
