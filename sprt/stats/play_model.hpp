#pragma once
// How games between two players of given strengths come out: a model to plan and to simulate with. The
// opening gives one side some Elo, each opening is played once from either side, and given the opening the
// games are independent. Source: the logistic model for the score; draws in proportion to 4 s (1 - s), as in
// most models of draws.

#include <array>
#include <optional>

namespace sprt {

/// Of agent 1's game; they add up to 1.
struct GameChances {
    double win;
    double draw;
    double loss;

    [[nodiscard]] constexpr double score() const noexcept { return win + draw / 2; }
};

struct PlayModel {
    double strength_elo;        ///< of agent 1 above agent 2 in an opening that favours nobody
    GameChances favoured;       ///< in the game in which the opening favours agent 1
    GameChances hindered;       ///< in the other game of the pair
    GameChances game;           ///< in any game: the mean of both
    std::array<double, 5> pair; ///< of 0, 1/2, 1, 3/2 and 2 points, adding up to 1
};

/// `true_elo` is what the score of pairs says, so that the strength is larger when the opening decides part
/// of the games. `draws`, 0 to 1, is the share of draws between equals; where it would be more than the score
/// allows it is as high as it can be. `bias_elo` is what the opening gives, of either sign. Elo beyond +-4000
/// is taken for +-4000.
[[nodiscard]] PlayModel play_model(double true_elo, double draws, double bias_elo) noexcept;

/// The true_elo at which pairs have the normalized Elo `nelo` (of a game), finite and of either sign, to 1e-9
/// Elo. nullopt where no true_elo within +-4000 has it, as without any spread of scores.
/// Source: Van den Bergh, "Normalized Elo".
[[nodiscard]] std::optional<double> true_elo_of_nelo(double nelo, double draws, double bias_elo) noexcept;

} // namespace sprt
