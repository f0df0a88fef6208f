#pragma once
// A model of games: the chances of their results, and how long they last. Source: docs/evidence.md.

#include "referee/rules/side.hpp"
#include "sprt/ledger/game_result.hpp"
#include "sprt/schedule/schedule.hpp"
#include "sprt/simulate/random.hpp"
#include "sprt/stats/play_model.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace sprt {

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
