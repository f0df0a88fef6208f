#pragma once
// The chances of games between two players of given strengths: a model to plan and to simulate with. An
// opening favours one side by some Elo. A pair is two games from one opening, one from either side; given the
// opening they are independent.
// Source: the logistic model for the score s; draws in proportion to 4 s (1 - s), as in most models of draws.

#include <array>
#include <optional>

namespace sprt {

/// Chances of agent 1 in a game; their sum is 1.
struct GameChances {
    double win;
    double draw;
    double loss;
};

/// Of 0, 1/2, 1, 3/2 and 2 points for agent 1 in two independent games.
[[nodiscard]] std::array<double, 5> pair_chances(const GameChances& first,
                                                 const GameChances& second) noexcept;

struct PlayModel {
    GameChances favoured;       ///< in the game in which the opening favours agent 1
    GameChances hindered;       ///< in the other game of the pair
    GameChances game;           ///< in any game: the mean of both
    std::array<double, 5> pair; ///< of 0, 1/2, 1, 3/2 and 2 points for agent 1; their sum is 1
};

/// `true_elo` is the logistic Elo of agent 1's expected score in pairs. `draws`, 0 to 1, is the share of
/// draws between equals; where the score does not allow so many, there are as many as it allows. `bias_elo`
/// is by how much the opening favours one side, of either sign. Elo beyond +-4000 counts as +-4000.
[[nodiscard]] PlayModel play_model(double true_elo, double draws, double bias_elo) noexcept;

/// The true_elo at which games have the normalized Elo `nelo`, finite and of either sign; to 1e-9 Elo.
/// nullopt where no true_elo within +-4000 has it: for example where all games are drawn. Source: Van den
/// Bergh, "Normalized Elo".
[[nodiscard]] std::optional<double> true_elo_of_nelo(double nelo, double draws, double bias_elo) noexcept;

} // namespace sprt
