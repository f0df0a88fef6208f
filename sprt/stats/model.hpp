#pragma once
// What a test is made of: scales of Elo; the statistical model and its counts; the sequential probability
// ratio test itself, which is two hypotheses, two error rates, two bounds; and what a repeated game or pair
// of games is worth. A model of play, to plan and to simulate with.
// Source: Wald, "Sequential tests of statistical hypotheses", 1945; docs/statistics.md, "What breaks a test".

#include "sprt/stats/counts.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <string_view>
#include <variant>

namespace sprt {

// Elo differences and expected scores; normalized Elo: the mean score above 1/2 in standard deviations of one
// game. Bounds in it mean the same effort whatever the openings and the share of draws. The test of it fits
// distributions: likelihood.hpp.
// Source: the logistic model, L(e) = 1 / (1 + 10^(-e/400)); normalized Elo: Van den Bergh, "Normalized Elo";
// fishtest, LLRcalc.LLR_normalized.

/// Normalized Elo of a mean that lies one standard deviation of a game above 1/2.
inline constexpr double kNormalizedEloUnit = 800 / std::numbers::ln10;

/// Where searches for an Elo difference end: expected scores of 1e-10 and 1 - 1e-10.
inline constexpr double kSearchedElo = 4000;

/// The expected score, 0 to 1, of a player `elo` above its opponent.
[[nodiscard]] inline double expected_score(double elo) noexcept {
    return 1 / (1 + std::pow(10, -elo / 400));
}

/// An expected score and 1 minus it: each keeps all its digits where it is close to 0.
struct ExpectedScore {
    double won;  ///< the expected score, 0 to 1
    double lost; ///< 1 - won
};

/// The score expected of a player `elo` above its opponent. 1 - L(e) is computed as L(-e).
[[nodiscard]] inline ExpectedScore score_at(double elo) noexcept {
    return {.won = expected_score(elo), .lost = expected_score(-elo)};
}

/// expected_score(high) - expected_score(low); keeps its digits where both are close to 0 or to 1.
[[nodiscard]] inline double score_gap(double low_elo, double high_elo) noexcept {
    // L(h) - L(l) = L(h) (1 - L(l)) (1 - 10^((l - h)/400))
    return expected_score(high_elo) * expected_score(-low_elo) *
           -std::expm1((low_elo - high_elo) * (std::numbers::ln10 / 400));
}

/// The Elo difference at which `score` is expected: -inf for 0 or less, +inf for 1 or more; never -0.0.
[[nodiscard]] inline double elo_of_score(double score) noexcept {
    if (score <= 0 || score >= 1) {
        return score <= 0 ? -INFINITY : INFINITY;
    }
    return -400 * std::log10(1 / score - 1) + 0.0; // turns -0.0 into 0.0
}

/// (mean score - 1/2) / standard deviation, of a game.
[[nodiscard]] constexpr double game_t(double nelo) noexcept {
    return nelo / kNormalizedEloUnit;
}

/// The same of a pair, whose score is the mean of two independent games.
[[nodiscard]] constexpr double pair_t(double nelo) noexcept {
    return std::numbers::sqrt2 * game_t(nelo);
}

// Models, hypotheses and bounds.

/// What counts as one observation, and what the Elo of the hypotheses means.
enum class Model : std::uint8_t {
    Pentanomial,  ///< pairs of games, logistic Elo
    Normalized,   ///< pairs of games, or games; normalized Elo
    Trinomial,    ///< games, logistic Elo
    Wald,         ///< decisive games, logistic Elo among them
    Bayeselo,     ///< games, BayesElo on cutechess's scale, which is near logistic Elo
    BayeseloTrue, ///< games, BayesElo
};

inline constexpr std::array kModels{Model::Pentanomial, Model::Normalized, Model::Trinomial,
                                    Model::Wald,        Model::Bayeselo,   Model::BayeseloTrue};

/// `pentanomial`, `normalized`, `trinomial`, `wald`, `bayeselo` or `bayeselo-true`.
[[nodiscard]] std::string_view name(Model model) noexcept;

/// The inverse of name(); empty for any other text.
[[nodiscard]] std::optional<Model> model_named(std::string_view text) noexcept;

/// Whether a run under this model is judged after each pair of games; otherwise it is judged after each game.
[[nodiscard]] bool is_pairwise(Model model) noexcept;

/// Counts of games or of pairs. Normalized takes either, pentanomial takes pairs, the other models games.
using Counts = std::variant<Wld, Ptnml>;

/// H0: agent 1 is `elo0` stronger than agent 2. H1: it is `elo1` stronger. elo0 < elo1. alpha is the rate at
/// which H1 is accepted wrongly, beta that of H0; both are above 0 and their sum is below 1.
struct Hypotheses {
    double elo0 = 0;
    double elo1 = 10;
    double alpha = 0.05;
    double beta = 0.05;
};

enum class Verdict : std::uint8_t { Continue, H0, H1 };

/// `continue`, `H0` or `H1`.
[[nodiscard]] constexpr std::string_view name(Verdict verdict) noexcept {
    constexpr std::array<std::string_view, 3> kNames{"continue", "H0", "H1"};
    return kNames[static_cast<std::size_t>(verdict)];
}

/// The log-likelihood ratios, in nats, at which the test decides.
struct Bounds {
    double lower; ///< ln(beta / (1 - alpha))
    double upper; ///< ln((1 - beta) / alpha)
};

/// The bounds for the error rates of `test`.
[[nodiscard]] inline Bounds bounds(const Hypotheses& test) noexcept {
    return {std::log(test.beta / (1 - test.alpha)), std::log((1 - test.beta) / test.alpha)};
}

/// The verdict of an SPRT. A ratio equal to a bound decides, as in fastchess and cutechess.
[[nodiscard]] constexpr Verdict verdict(double llr, const Bounds& bounds) noexcept {
    if (llr >= bounds.upper) {
        return Verdict::H1;
    }
    return llr <= bounds.lower ? Verdict::H0 : Verdict::Continue;
}

/// What is done with a game, or a pair, that equals an earlier one move for move.
enum class RepeatRule : std::uint8_t {
    Count,    ///< it counts as any other does: what the articles do
    Collapse, ///< it is not counted, because it says nothing new
};

/// `count` or `collapse`.
[[nodiscard]] std::string_view name(RepeatRule rule) noexcept;

/// The inverse of name(); empty for any other text.
[[nodiscard]] std::optional<RepeatRule> repeat_rule_named(std::string_view text) noexcept;

/// Collapse for models of pairs, Count for models of games.
[[nodiscard]] RepeatRule default_repeat_rule(Model model) noexcept;

// The chances of games between two players of given strengths: a model to plan and to simulate with. An
// opening favours one side by some Elo. A pair is two games from one opening, one from either side; given the
// opening they are independent.
// Source: the logistic model for the score s; draws in proportion to 4 s (1 - s), as in most models of draws.

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
