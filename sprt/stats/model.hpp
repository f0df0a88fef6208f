#pragma once
// The statistical models and the counts that a verdict is computed from.

#include "sprt/stats/counts.hpp"

#include <array>
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

} // namespace sprt
