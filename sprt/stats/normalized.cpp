#include "sprt/stats/normalized.hpp"

#include "sprt/stats/normalized_fit.hpp"

namespace sprt {
namespace {

template<std::size_t K>
double llr(const Outcomes<K>& seen, double t0, double t1) noexcept {
    if (seen.total == 0) {
        return 0;
    }
    return seen.total * mean_llr(seen.fractions, fit_normalized(seen, t0), fit_normalized(seen, t1));
}

} // namespace

double normalized_llr(const Wld& games, const Hypotheses& test) noexcept {
    return llr(outcomes(games), game_t(test.elo0), game_t(test.elo1));
}

double normalized_llr(const Ptnml& pairs, const Hypotheses& test) noexcept {
    return llr(outcomes(pairs), pair_t(test.elo0), pair_t(test.elo1));
}

} // namespace sprt
