#pragma once
// What a test is made of: the statistical model and its counts; the sequential probability ratio test itself,
// which is two hypotheses, two error rates, two bounds; and what a repeated game or pair of games is worth.
// Source: Wald, "Sequential tests of statistical hypotheses", 1945; docs/statistics.md, "What breaks a test".

#include "sprt/stats/counts.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace sprt {

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
    switch (verdict) {
    case Verdict::H0:
        return "H0";
    case Verdict::H1:
        return "H1";
    case Verdict::Continue:
        break;
    }
    return "continue";
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

} // namespace sprt
