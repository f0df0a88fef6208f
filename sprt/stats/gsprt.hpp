#pragma once
// The generalized sequential probability ratio test of logistic Elo: games in three classes (trinomial) or
// pairs of games in five (pentanomial). The expected score is prescribed and the rest of the distribution is
// fitted, under each hypothesis for itself.
// Source: Van den Bergh, "Support for the multinomial MLE"; fishtest, LLRcalc.LLR_logistic.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/elo.hpp"
#include "sprt/stats/outcomes.hpp"
#include "sprt/stats/secular.hpp"
#include "sprt/stats/verdict.hpp"

namespace sprt {

/// The prescription that the mean score is `score`, for |Elo| up to 2000 and far beyond.
template<std::size_t K>
[[nodiscard]] Constraint<K> mean_score_is(const Score& score) noexcept {
    std::array<double, K> offsets{};
    for (std::size_t i = 0; i < K; ++i) {
        const double won = score_of_outcome<K>(i);
        offsets[i] = won * score.lost - (1 - won) * score.won; // the outcome's score - score
    }
    return constraint(offsets);
}

/// The log-likelihood ratio of H1 against H0, in nats; each game is one observation. 0 without games.
[[nodiscard]] double trinomial_llr(const Wld& games, const Hypotheses& test) noexcept;

/// The same; each pair is one observation. 0 without pairs.
[[nodiscard]] double pentanomial_llr(const Ptnml& pairs, const Hypotheses& test) noexcept;

} // namespace sprt
