#pragma once
// A model of games: the chances of their results, and how long they last. Source: docs/simulations.md.

#include "sprt/ledger/game_result.hpp"
#include "sprt/schedule/schedule.hpp"
#include "sprt/simulate/random.hpp"
#include "sprt/stats/play_model.hpp"

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
};

[[nodiscard]] PlayModel chances_of(const GameModel& model) noexcept;

/// What is random in one run. A result depends on the number of the game and on the seed alone, as in real
/// runs whose agents use their seeds. Durations are drawn in the order in which games begin.
class SimulatedGames {
  public:
    SimulatedGames(const GameModel& model, std::uint64_t seed) noexcept;

    [[nodiscard]] GameResult play(const ScheduledGame& game) const noexcept;

    /// Draws the duration of a game with this result.
    [[nodiscard]] double duration(const GameResult& result) noexcept;

  private:
    double wins_last_;
    double losses_last_;
    bool deterministic_;
    PlayModel chances_;
    std::uint64_t openings_; ///< seed of which side each opening favours
    std::uint64_t results_;  ///< seed of the results
    Random random_;          ///< for durations
    Gamma durations_;
};

} // namespace sprt
