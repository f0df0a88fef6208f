#pragma once
// The generalized sequential probability ratio test of logistic Elo: games in three classes (trinomial) or
// pairs of games in five (pentanomial). Each hypothesis prescribes the expected score; the rest of the
// distribution is fitted to the counts.
// Source: Van den Bergh, "Support for the multinomial MLE"; fishtest, LLRcalc.LLR_logistic.

#include "sprt/stats/elo.hpp"
#include "sprt/stats/outcomes.hpp"
#include "sprt/stats/secular.hpp"

#include <array>
#include <cstddef>

namespace sprt {

/// The constraint that the mean score is `score`. Keeps its digits far beyond 2000 Elo.
template<std::size_t K>
[[nodiscard]] Constraint<K> mean_score_is(const Score& score) noexcept {
    std::array<double, K> offsets{};
    for (std::size_t i = 0; i < K; ++i) {
        const double won = score_of_outcome<K>(i);
        offsets[i] = won * score.lost - (1 - won) * score.won; // the outcome's score - score
    }
    return constraint(offsets);
}

} // namespace sprt
